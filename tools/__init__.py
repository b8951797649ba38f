"""What `make` calls: play, test and the small helpers.

Runs before there is a virtual environment, so it uses the standard library only.
"""
