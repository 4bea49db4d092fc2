"""The evaluation server: campaigns in a browser, and a bench page for files."""
