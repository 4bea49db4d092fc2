"""How a report page looks: light and dark, on a telephone and on a wide screen, and on paper."""

from __future__ import annotations

CSS = """
:root { color-scheme: light dark; --ink: #1d2127; --soft: #5b6470; --page: #ffffff; --card: #f5f6f8;
  --line: #d5d9df; --right: #cfe6fa; --wrong: #fbe0c3; --replaced: #fff0c2; --accent: #2b6cb0; }
@media screen and (prefers-color-scheme: dark) { :root {
  --ink: #e6e9ee; --soft: #a3acb8; --page: #15181d; --card: #1e2229;
  --line: #3a414c; --right: #1d4468; --wrong: #63401a; --replaced: #4d4413; --accent: #7ab4ea; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, footer { max-width: 1440px; margin: 0 auto; padding: 0 clamp(12px, 3vw, 40px); }
main { padding-top: 12px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
p { max-width: 100ch; overflow-wrap: anywhere; }
footer { color: var(--soft); font-size: .85rem; padding-bottom: 2rem; margin-top: 2rem; }
.listing { background: var(--card); border-left: 4px solid var(--accent); padding: .6rem 1rem; margin: 1rem 0; }
.listing p { margin: 0 0 .3rem; font-weight: 600; }
.listing ul { margin: 0; padding-left: 1.1rem; max-width: 140ch; }
.listing li { margin: .2rem 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: .4rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.caption { color: var(--soft); margin: 1.2rem 0 0; }
th, td { text-align: left; padding: .35rem .7rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th bdi, td bdi { display: inline-block; vertical-align: top; width: max-content; max-width: min(40ch, 50vw);
  white-space: normal; overflow-wrap: anywhere; }
thead th { border-bottom: 2px solid var(--ink); vertical-align: bottom; }
.right { text-align: right; }
td small { color: var(--soft); }
.below { color: var(--soft); font-size: .85rem; margin: 0 0 1rem; padding: 0; list-style: none; max-width: 140ch; }
.below li { margin: .15rem 0; overflow-wrap: anywhere; }
code { font-size: .8rem; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin: 1rem 0; }
figure { margin: 0; background: var(--card); padding: .8rem; border-radius: 6px; max-width: 100%; flex: 0 1 418px; }
figure h3 { margin: 0 0 .4rem; }
figure svg { display: block; max-width: 100%; height: auto; } figure svg.wide { max-width: none; }
figure:has(.wide) { flex-basis: 100%; }
figcaption { color: var(--soft); font-size: .85rem; margin-top: .5rem; overflow-wrap: anywhere; }
.example { background: var(--card); border-radius: 6px; padding: .8rem 1rem; margin: .8rem 0; }
.texts { display: grid; grid-template-columns: 1fr; gap: .6rem; margin: 0; }
.texts div { min-width: 0; }
.texts dt { color: var(--soft); font-size: .85rem; }
.texts dd { margin: 0; overflow-wrap: anywhere; }
mark { color: inherit; border-radius: 3px; padding: 0 .15em; }
mark.good { background: var(--right); text-decoration: underline; }
mark.bad { background: var(--wrong); text-decoration: underline wavy; text-decoration-thickness: 1px; }
.note { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; margin: .2rem 0; }
.alignment { margin: 1em 0 0; }
.place { display: inline-block; vertical-align: top; margin: .2em .15em; padding: .1em .35em; border-radius: .25em; }
.place > * { display: block; text-align: center; min-height: 1.4em; white-space: pre; }
.place b { font-size: .8em; min-height: 1.3em; }
.substitution { background: var(--replaced); } .insertion { background: var(--wrong); }
.deletion { background: var(--right); } .shifted { outline: 1px dashed var(--accent); } .gap { color: var(--soft); }
.jump { color: var(--accent); }
@media (min-width: 760px) { .texts { grid-template-columns: 1fr 1fr; } .texts .whole { grid-column: 1 / -1; } }
@media print { body { font-size: 11pt; } figure, .example, .listing, tr { break-inside: avoid; }
  table { font-size: 8.5pt; } th, td { white-space: normal; overflow-wrap: anywhere; padding: .15rem .3rem; }
  th bdi, td bdi { display: inline; } td.right { white-space: nowrap; } td.right small { display: block; } }
"""
