"""Reports: plain blocks, the recipes that make them of numbers, and the renderers that write them out."""
