"""Files of post-edits: logs of keys, tables of effort, translators' files, and two plain texts.

A format is one line in `registry.FORMS`: how its first bytes look, and its reader. Tables are declared in `tables`.
"""
