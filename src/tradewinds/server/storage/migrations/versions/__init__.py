"""One file per step; a step that has been released is never changed."""
