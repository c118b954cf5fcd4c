"""One module per migration; a released migration is never changed."""
