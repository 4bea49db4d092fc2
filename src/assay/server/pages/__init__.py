"""Templates, scripts and style sheets of the pages."""
