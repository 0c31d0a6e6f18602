"""Ways that led to a verified result before, kept to be gone again."""
