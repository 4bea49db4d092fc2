"""What may be asked of studies, for the command line and Python alike."""
