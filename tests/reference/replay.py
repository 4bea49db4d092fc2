"""Editing replayed, one text at a time, and counted: runs of changes, the words they touch, what was typed in vain."""

from collections.abc import Sequence


def replay_edits(text: str, changes: Sequence[tuple[int, int, str]]) -> tuple[str, tuple[int, int, int, int]]:
    """Return the text after changes (place, characters removed, text inserted), and runs, word edits, wasted, bad.

    The text is kept as characters and whether they were typed; a run as the stretch that it covers now, and what stood
    there before it.
    """
    now = [(character, False) for character in text]
    run: tuple[int, int, str] | None = None
    runs = word_edits = wasted = 0
    for number, (at, removed, inserted) in enumerate(changes):
        stop = at + removed
        if at < 0 or removed < 0 or stop > len(now):
            return "", (0, 0, 0, number)
        if run is not None and (at > run[1] or stop < run[0]):
            runs, word_edits, run = runs + 1, word_edits + touched_words(_text(now), run), None
        start, end, old = run or (at, at, "")
        old = _text(now[at:start]) + old + _text(now[end:stop])
        wasted += sum(typed for _, typed in now[at:stop])
        now[at:stop] = [(character, True) for character in inserted]
        run = (min(start, at), max(end, stop) + len(inserted) - removed, old)
    if run is not None:
        runs, word_edits = runs + 1, word_edits + touched_words(_text(now), run)
    return _text(now), (runs, word_edits, wasted, -1)


def _text(characters: Sequence[tuple[str, bool]]) -> str:
    return "".join(character for character, _ in characters)


def touched_words(text: str, run: tuple[int, int, str]) -> int:
    """Count the words before or after a run, whichever are more, in the stretch widened to whole words.

    A word beside the stretch that blanks keep apart from it, before and after, was not touched.
    """
    start, end, old = run
    if not old and start == end:
        return 1  # typed and taken back
    left, right = start, end
    while left > 0 and not text[left - 1].isspace():
        left -= 1
    while right < len(text) and not text[right].isspace():
        right += 1
    new = text[start:end]
    head, tail = text[left:start], text[end:right]
    joins_left = any((stretch + tail)[:1].strip() for stretch in (old, new))
    joins_right = any((head + stretch)[-1:].strip() for stretch in (old, new))
    head, tail = head if joins_left else "", tail if joins_right else ""
    return max(len((head + stretch + tail).split()) for stretch in (old, new))
