"""Dump to tree to blueprint: reading, naming, sorting, drawing, and the forms, views and budgets of what is drawn."""
