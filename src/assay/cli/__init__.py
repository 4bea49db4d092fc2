"""The program `assay`: the only package that prints.

`commands` has the table of commands. Most of them ask a question: their module has an `EPILOG`, and `questions` makes
the options and the answer of the question in `assay.questions`. Another command is a module with a frozen dataclass
`Arguments` and `run(arguments) -> Answer`. `flags` makes the parser from the dataclass, `config` adds what `assay.toml`
says, `execution` checks the files, runs the command, has `output` write the answer once, and keeps a run file where one
is asked for.
"""
