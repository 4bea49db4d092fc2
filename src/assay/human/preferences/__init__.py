"""Rankings of outputs: pairs, and who stands where by them."""
