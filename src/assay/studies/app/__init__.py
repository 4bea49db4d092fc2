"""The web application: routes that translate requests for the desk, and decide nothing.

`guard` stands before every route (headers, size, own requests only), `sessions` knows whose cookie it is, `bodies`
are the shapes of JSON, `annotation`, `entry` and `administration` the routes, `failures` what goes wrong.
"""
