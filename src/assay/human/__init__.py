"""What people say of outputs: from raw judgements to scores and rankings, and how far the raters can be trusted."""
