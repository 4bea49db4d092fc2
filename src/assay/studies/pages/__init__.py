"""The pages of annotators: frames, and the scripts and style sheet that show a task of any protocol."""

from assay.studies.pages.pages import (
    INTERFACES,
    STATIC,
    interface_wording,
    message_page,
    render_page,
    task_page,
)

__all__ = ["INTERFACES", "STATIC", "interface_wording", "message_page", "render_page", "task_page"]
