"""Why is it better? Where outputs differ from references and from each other, and how."""
