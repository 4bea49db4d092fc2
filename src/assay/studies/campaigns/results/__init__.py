"""What came of a campaign: figures as it stands, and judgements as files."""
