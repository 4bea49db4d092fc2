"""How each kind of figure is drawn, of rows with the columns that `FIGURES` names for it."""
