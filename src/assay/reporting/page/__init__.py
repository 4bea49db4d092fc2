"""The interactive page of `assay report`: one file that holds the whole report and a browser for its segments."""
