"""The design of a campaign: which outputs are judged by whom, with which controls, and what that can show."""
