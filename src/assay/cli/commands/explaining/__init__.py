"""Commands that show why scores differ, down to single segments."""
