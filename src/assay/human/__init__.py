"""Human judgements: scores from ratings, quality of raters, and rankings of systems that can be defended."""
