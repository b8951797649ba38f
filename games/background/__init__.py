"""What runs beside the web processes, with the solver: no web process imports any of it."""
