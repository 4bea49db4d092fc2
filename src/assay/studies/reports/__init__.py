"""Campaigns as blocks and pages: how far they are, what their annotators did, what may be claimed by now."""
