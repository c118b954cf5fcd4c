"""Finished games and single positions, examined: review, odds and their reports."""
