"""A comparison as people and other programs read it: a table, a spreadsheet, a page with plots."""
