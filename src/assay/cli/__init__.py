"""The program `assay`: the only package that prints.

`commands` has the table of commands. A command is a module with a frozen dataclass `Arguments`, which nests the options
of the packages it uses, and `run(arguments) -> Answer`. `flags` makes the parser from the dataclass, `config` adds what
`assay.toml` says, `running` checks the files, runs the command, has `output` write the answer once, and keeps a run
file where one is asked for.
"""
