"""Readers and writers of judgement files, a module a format; `read_judgements` tells which it is.

Each of them keeps all that its file says: reading and writing gives the file back.
"""
