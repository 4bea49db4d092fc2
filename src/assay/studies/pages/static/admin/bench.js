// The bench page: files go up one by one, are recognised, get their roles, and become a report.
// What the server says is shown as text, never as markup. The key of the set is in the address, so a reload goes on.

const ROLES = {
  system: "output of a system", reference: "reference", source: "source", documents: "document names",
  set: "a whole set", unused: "not used",
};
const COLUMN_ROLES = { system: "output of a system", reference: "reference", source: "source", document: "document", "": "not used" };
const POLL = 250;
const byId = (id) => document.getElementById(id);
let key = new URLSearchParams(location.hash.slice(1)).get("set");
let files = [];

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

class Refused extends Error {}

async function ask(method, path, body) {
  let answer;
  const headers = { "X-Assay": "1" };
  if (body !== undefined && !(body instanceof Blob)) headers["Content-Type"] = "application/json";
  if (body instanceof Blob) headers["Content-Type"] = "application/octet-stream";
  try {
    answer = await fetch(path, { method, headers, body: body === undefined || body instanceof Blob ? body : JSON.stringify(body) });
  } catch {
    throw new Refused("The server cannot be reached. Check the connection and try again.");
  }
  const said = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(said?.message ?? `The server answered ${answer.status}.`);
  return said;
}

function show(element, words) {
  element.textContent = words;
  element.hidden = !words;
}

async function guarded(place, work) {
  show(byId("problem"), ""); show(byId("error"), "");
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show(place, error.message);
  }
}

async function addFiles(list) {
  if (!list.length) return;
  await guarded(byId("problem"), async () => {
    refuseLarge(list);
    if (!key) {
      key = (await ask("POST", "/bench/sets", {})).set;
      history.replaceState(null, "", `#set=${key}`);
    }
    for (const file of list) {
      tell(`Sending ${file.name}`);
      await ask("POST", `/bench/sets/${key}/files?name=${encodeURIComponent(file.name)}`, file.slice());
    }
    tell("Looking into the files");
    await recognise();
  });
  byId("sending").textContent = "";
}

// What could not be taken is refused before minutes are spent on sending it.
function refuseLarge(list) {
  const most = Number(byId("drop").dataset.bytes), size = list.reduce((sum, file) => sum + file.size, 0);
  if (size <= most) return;
  const [first] = [...list].sort((a, b) => b.size - a.size);
  throw new Refused(`${first.name}${list.length > 1 ? " and the others are" : " is"} too large: ${Math.ceil(size / 1048576)} MB, and a set may have ${most >> 20} MB. Pack large files as .gz, or use assay report on the command line.`);
}

// What is under way before there is a list of files.
const tell = (words) => { byId("sending").textContent = `${words} …`; };

async function recognise() {
  const chosen = new Map(files.map((file) => [file.name, file]));
  await ask("POST", `/bench/sets/${key}/recognise`, {});
  byId("result").hidden = true;
  const state = await finished();
  files = state.files.map((file) => ({ ...file, whole: file.role === "set", ...kept(chosen.get(file.name), file) }));
  drawFiles();
  say(`${counted(files.length, "file")} recognised`);
}

// What somebody chose for a file stays when another file comes.
function kept(before, file) {
  return before?.touched && before.segments === file.segments ? { role: before.role, columns: before.columns, touched: true } : {};
}

// Whoever deletes the files meanwhile is told no more of their report.
async function finished() {
  const set = key;
  for (;;) {
    const state = await ask("GET", `/bench/sets/${set}`).catch((error) => { throw key === set ? error : new Refused(""); });
    if (key !== set) throw new Refused("");
    if (!state.busy) {
      if (state.phase === "failed") throw new Refused(state.message);
      return state;
    }
    show(byId("step"), `${state.step ? capital(state.step) : "Waiting for its turn"} … ${Math.round(state.seconds)} s`);
    await new Promise((done) => setTimeout(done, POLL));
  }
}

const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const say = (words) => { byId("said").textContent = words; };

function drawFiles() {
  byId("rows").replaceChildren(...files.map(drawFile));
  for (const id of ["listed", "metrics", "making", "delete"]) byId(id).hidden = !files.length;
  check();
}

function drawFile(file, place) {
  const called = make("span", { className: "called" }, make("bdi", {}, file.name));
  const remove = make("button", { type: "button" }, "Remove");
  remove.setAttribute("aria-label", `Remove ${file.name}`);
  remove.addEventListener("click", () => removeFile(file));
  if (file.error) return make("li", {}, called, make("span", { className: "wrong" }, file.error), remove);
  const said = [file.form, counted(file.segments, "segment"), file.contains, file.language].filter(Boolean);
  const facts = make("span", { className: "facts" }, said.join(" · "));
  if (file.note) facts.append(make("span", { className: "doubt" }, ` · ${file.note}`));
  const roles = Object.entries(ROLES).filter(([role]) => role !== "set" || file.whole);
  const role = select(Object.fromEntries(roles), file.role, `What ${file.name} is there for`, (chosen) => {
    Object.assign(file, { role: chosen, touched: true });
    drawFiles();
    byId("rows").children[place].querySelector("select").focus();
  });
  const row = make("li", {}, called, facts, role, remove);
  if (file.role === "set" && file.columns.length) row.append(columns(file));
  return row;
}

function columns(file) {
  const list = make("ul", { className: "parts" });
  list.setAttribute("aria-label", `Columns of ${file.name}`);
  for (const column of file.columns) {
    const choice = select(COLUMN_ROLES, column.role, `What the column ${column.name} is there for`, (role) => {
      Object.assign(column, { role });
      file.touched = true;
      check();
    });
    const words = column.language ? ` · ${column.language}` : "";
    list.append(make("li", {}, make("span", {}, make("bdi", {}, column.name), make("span", { className: "note" }, words)), choice));
  }
  return list;
}

function select(choices, chosen, label, changed) {
  const element = make("select", {}, ...Object.entries(choices).map(([value, words]) => make("option", { value, selected: value === chosen }, words)));
  element.setAttribute("aria-label", label);
  element.addEventListener("change", () => changed(element.value));
  return element;
}

// Say what a report still wants before anybody asks for it.
function check() {
  const roles = files.filter((file) => !file.error).flatMap((file) => (file.role === "set" && file.columns.length ? file.columns.map((column) => column.role) : [file.role]));
  const missing = [];
  if (!roles.includes("set")) {
    if (!roles.includes("reference")) missing.push("a reference");
    if (!roles.includes("system")) missing.push("an output of a system");
  }
  byId("missing").textContent = missing.length ? `Still missing: ${missing.join(" and ")}.` : "";
}

async function removeFile(file) {
  await guarded(byId("problem"), async () => {
    await ask("DELETE", `/bench/sets/${key}/files?name=${encodeURIComponent(file.name)}`);
    files = files.filter((other) => other !== file);
    drawFiles();
    byId("chooser").focus();
  });
}

function working(busy) {
  byId("work").hidden = !busy;
  byId("cancel").hidden = !busy;
  byId("make").disabled = busy;
}

async function makeReport() {
  byId("result").hidden = true;
  const chosen = files.filter((file) => !file.error).map((file) => ({
    name: file.name, role: file.role, columns: file.role === "set" ? Object.fromEntries(file.columns.map((column) => [column.name, column.role])) : {},
  }));
  const metrics = [...document.querySelectorAll("input[name=metric]:checked")].map((box) => box.value);
  await guarded(byId("error"), async () => {
    if (!metrics.length) throw new Refused("Choose at least one metric.");
    await ask("POST", `/bench/sets/${key}/report`, { files: chosen, metrics });
    await watch();
  });
  working(false);
}

async function watch() {
  working(true);
  say("The report is being made");
  byId("cancel").focus();
  const state = await finished();
  if (state.phase === "cancelled") { show(byId("error"), "Cancelled."); byId("make").disabled = false; byId("make").focus(); }
  if (state.phase === "done") showReport(state);
}

function showReport(state) {
  const address = new URL(state.report, location.href).href;
  byId("link").href = address;
  byId("address").textContent = new URL(state.link, location.href).href; // by which others reach it
  byId("result").hidden = false;
  byId("warnings").hidden = !state.warnings.length;
  byId("warnings").querySelector("ul").replaceChildren(...state.warnings.map((words) => make("li", {}, words)));
  say("The report is ready");
  byId("link").focus();
}

async function resume() {
  await guarded(byId("problem"), async () => {
    let state = await ask("GET", `/bench/sets/${key}`);
    if (state.busy) { working(true); state = await finished(); working(false); }
    files = state.files.map((file) => ({ ...file, whole: file.role === "set" }));
    drawFiles();
    if (state.phase === "done") showReport(state);
    if (state.phase === "failed") show(byId("error"), state.message);
  });
  if (!files.length) { key = null; history.replaceState(null, "", location.pathname); }
}

const drop = byId("drop");
// Files may fall anywhere: beside the frame a browser would leave the page to show them.
for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) addEventListener(kind, () => drop.classList.remove("over"));
addEventListener("drop", (event) => { event.preventDefault(); addFiles([...event.dataTransfer.files]); });
byId("chooser").addEventListener("change", (event) => { addFiles([...event.target.files]); event.target.value = ""; });
byId("make").addEventListener("click", makeReport);
byId("cancel").addEventListener("click", () => guarded(byId("error"), () => ask("POST", `/bench/sets/${key}/cancel`, {})));
byId("copy").addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(byId("address").textContent); say("Copied"); byId("copy").textContent = "Copied"; } catch { getSelection().selectAllChildren(byId("address")); }
});
byId("delete").addEventListener("click", () => guarded(byId("problem"), async () => {
  const set = key;
  key = null;
  try { await ask("DELETE", `/bench/sets/${set}`); } catch (error) { key = set; throw error; }
  files = [];
  history.replaceState(null, "", location.pathname);
  byId("result").hidden = true;
  drawFiles();
  say("Deleted");
  byId("chooser").focus();
}));
if (key) resume();
