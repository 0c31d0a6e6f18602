"""Small dumps that the tests of the command line read."""

from __future__ import annotations

ORDERS = """<?xml version="1.0" encoding="utf-8"?>
<Window Name="Orders" AutomationId="main" IsOffscreen="False" x="0" y="0" width="640" height="480">
  <Text Name="Orders of today" IsOffscreen="False" x="10" y="40" width="100" height="20" />
  <Button Name="주문 저장" IsEnabled="True" IsOffscreen="False" x="10" y="80" width="100" height="30" />
  <Button Name="Gift [red]" IsEnabled="True" IsOffscreen="False" x="10" y="120" width="100" height="30" />
  <Button Name="Far away" IsOffscreen="True" x="10" y="900" width="100" height="30" />
</Window>
"""

CHECKED = """<Window Name="Options" IsOffscreen="False" x="0" y="0" width="640" height="480">
  <CheckBox Name="Wrap lines" IsEnabled="False" ToggleState="0" x="10" y="120" width="100" height="30" />
  <Button Name="저장" IsEnabled="True" x="-30" y="80" width="100" height="30" />
</Window>
"""
