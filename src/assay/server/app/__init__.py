"""The web application: routes, and nothing else; only here the web framework is known."""
