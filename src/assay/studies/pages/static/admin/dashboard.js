// The page of a campaign: figures are fetched as parts of a page, again every half minute while somebody looks.

const byId = (id) => document.getElementById(id);
const name = byId("campaign").dataset.name;
const base = `/admin/c/${encodeURIComponent(name)}`;
const number = (count) => count.toLocaleString("en");
const EVERY = 30000;

async function ask(method, path, body) {
  let answer;
  const headers = { "X-Assay": "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Error("The server cannot be reached. Check the connection; this page tries again.");
  }
  const said = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(said?.message ?? said?.errors?.map((error) => `${error.field}: ${error.message}`).join("; ") ?? `The server answered ${answer.status}.`);
  return said;
}

// What went wrong stands until the same goes well: figures that come by themselves take no answer away.
async function guarded(work, what = "asked") {
  const problem = byId("problem");
  try {
    await work();
    if (problem.dataset.what === what) problem.hidden = true;
  } catch (error) {
    Object.assign(problem, { textContent: error.message, hidden: false });
    problem.dataset.what = what;
    if (what === "asked") problem.scrollIntoView({ block: "center" }); // who asked is at the foot of the page
  }
}

function hours(seconds) {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${number(minutes)} min` : `${number(Math.round(minutes / 6) / 10)} h`;
}

async function refresh() {
  await guarded(async () => {
    const told = await ask("GET", `${base}/figures`);
    if (drawn) byId("as-of").removeAttribute("role"); // said aloud once, not every half minute
    for (const [id, count] of [["screens", told.screens], ["all-screens", told.all_screens], ["bundles", told.bundles], ["annotators", told.annotators], ["at-work", told.at_work], ["judgements", told.judgements]])
      byId(id).textContent = number(count);
    byId("done").value = told.screens;
    byId("active").textContent = hours(told.active);
    byId("work-left").textContent = told.work_left > 0 ? `${hours(told.work_left)} left` : "";
    draw(told.sections);
    for (const { format, words } of told.left_out) {
      const note = document.querySelector(`[data-format="${CSS.escape(format)}"]`);
      if (note) note.textContent = words.replace(/left out for the format [^:]*: /g, "without: "); // it stands beside the format
    }
    const time = new Date(told.computed * 1000).toLocaleTimeString("en-GB");
    byId("as-of").textContent = `As of ${time}${told.behind > 0 ? `; ${told.behind === 1 ? "1 event has" : `${number(told.behind)} events have`} come in since` : ""}.`;
    byId("figures").setAttribute("aria-busy", "false");
    byId("trouble").hidden = !told.trouble;
    byId("trouble").firstElementChild.textContent = told.trouble;
  }, "figures");
}

// What somebody has unfolded stays so, and the focus where it was; the parts are HTML that the server has escaped.
const part = ({ name, title, html, open }) => open
  ? `<section id="${name}">${title ? `<h2>${title}</h2>` : ""}${html}</section>`
  : `<section id="${name}"><details class="section"><summary><h2>${title}</h2></summary>${html}</details></section>`;
let drawn = "";
const focusable = () => [...byId("figures").querySelectorAll("summary, a, button, [tabindex]")];
function draw(sections) {
  const written = sections.map(part).join("");
  if (written === drawn) return;
  const open = new Set([...byId("figures").querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
  const focused = focusable().indexOf(document.activeElement);
  drawn = written;
  byId("figures").innerHTML = written;
  for (const summary of byId("figures").querySelectorAll("details > summary")) if (open.has(summary.textContent)) summary.parentElement.open = true;
  focusable()[focused]?.focus({ preventScroll: true });
}

function showLink(told, words) {
  const code = Object.assign(document.createElement("code"), { textContent: new URL(told.link, location.href).href });
  const copy = Object.assign(document.createElement("button"), { type: "button", textContent: "Copy" });
  copy.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(told.link); copy.textContent = "Copied"; } catch { getSelection().selectAllChildren(code); }
  });
  const line = document.createElement("p");
  line.append(`${words} ${told.name}: `, code, " ", copy);
  byId("made").replaceChildren(line);
  byId("made").hidden = false;
}

for (const form of document.querySelectorAll("form[data-ask]"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    guarded(async () => {
      const field = form.elements.namedItem("name");
      const told = await ask("POST", `${base}/${form.dataset.ask}`, { name: field.value.trim() });
      showLink(told, form.dataset.ask === "viewers" ? "To look only, for" : "For");
      if (field.tagName === "INPUT") field.value = "";
      if (form.dataset.ask === "annotators") {
        byId("known").append(Object.assign(document.createElement("option"), { textContent: told.name }));
        await refresh();
      }
    });
  });

for (const [id, closed] of [["close", true], ["reopen", false]])
  byId(id)?.addEventListener("click", () => guarded(async () => {
    await ask("POST", `${base}/${id}`, {});
    byId("state").textContent = closed ? "closed" : "open";
    byId("state").dataset.closed = closed ? "yes" : "no";
    byId("close").hidden = closed;
    byId("reopen").hidden = !closed;
    byId(closed ? "reopen" : "close").focus();
    await refresh();
  }));

refresh();
setInterval(() => { if (document.visibilityState === "visible") refresh(); }, EVERY);
