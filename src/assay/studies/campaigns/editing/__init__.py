"""Post-editing in a campaign: what browsers log of it, how texts follow from that, and the log as a file."""
