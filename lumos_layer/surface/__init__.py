"""Who holds the screen: control, leases, epochs, hand-off."""
