"""What blueprints cost and keep, measured on recorded dumps beside what else a planner could be shown."""
