"""May it happen: policies, decisions, approvals, redaction, secrets, untrusted text."""
