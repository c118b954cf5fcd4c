"""What every game shares in compiled form: records, random numbers, the generic names, playouts."""
