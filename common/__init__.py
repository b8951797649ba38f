"""What the apps share and that knows none of them: statements, connections, times, the desk."""
