"""Tables for people: sessions, seats, storage and real time."""
