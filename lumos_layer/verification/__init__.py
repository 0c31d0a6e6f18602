"""What has been achieved: probes, a judge and an auditor look at the evidence, and say what holds."""
