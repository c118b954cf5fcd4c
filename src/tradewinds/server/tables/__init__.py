"""Tables: the event log, commands, and the tables a process has loaded."""
