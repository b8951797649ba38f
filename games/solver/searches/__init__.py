"""The searches, in the subset of Python that numba compiles; `games.solver.compiled` runs them.

A search keeps everything in arrays that it is handed, so that it can stop after a number of nodes
and go on later: compiled code hears no Ctrl-C, the Python around it does. It moves by the kernel
only, and leaves out what is shown, where it is left out, to lose no win.
"""
