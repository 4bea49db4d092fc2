// ---- the browser ---------------------------------------------------------------------------------

const MOST_LINKED = 200; // segments that an address names

class Browser {
  constructor(segments) {
    this.segments = segments;
    this.form = byId("find");
    this.list = byId("list");
    this.rows = segments.rows;
    this.page = 0;
    this.numbers = null; // of the segments that a link asks for, and no others
    this.current = -1; // the place of the segment in use among those on the page
    this.shown = new Set(segments.systems.keys()); // the systems whose outputs are shown
    this.names = Object.fromEntries(Object.values(FIELDS).map((id) => [id, new Names()]));
    this.options();
    this.systems();
    this.listen();
    this.legend();
    if (parted(location.hash)?.asked === undefined) this.update();
    this.follow();
    if (history.state === null) remember(this.written());
  }

  options() {
    const { systems, metrics, classes, features, words } = this.segments;
    const option = (id, value, text, name = text) => {
      if (value !== "") this.names[id].add(name, value);
      return new Option(text, value);
    };
    const fill = (id, ...items) => byId(id).append(...items.map((item) => option(id, ...item)));
    const group = (id, label, items) => {
      const made = make("optgroup", { label });
      made.append(...items.map((item) => option(id, ...item)));
      byId(id).append(made);
    };
    for (const id of ["order", "size"]) for (const one of byId(id).options) this.names[id].add(one.value, one.value);
    fill("class", ["", "any"], ...classes.map((name, number) => [number, name]).slice(1));
    fill("system", ["", "any"], ...systems.map((name, place) => [place, name]));
    fill("bucket", ["", "any"]);
    features.forEach((one, place) => group("bucket", one.name, one.buckets.map((name, number) => [`s:${place}:${number}`, name, `${one.name}: ${name}`])));
    words.forEach((one, place) => group("bucket", "has words by " + one.name, one.buckets.map((name, number) => [`w:${place}:${number}`, name, `words by ${one.name}: ${name}`])));
    fill("sort", ["telling", "most telling", "telling"], ["number", "order of the set", "segment"]);
    group("sort", "score", metrics.map((metric, place) => [`metric:${place}`, metric.label]));
    group("sort", "errors", classes.map((name, number) => [`class:${number}`, name, `${name} errors`]).slice(1));
    const pairs = metrics.flatMap((one, a) => metrics.slice(a + 1).map((other, b) => [`conflict:${a}:${a + 1 + b}`, `${one.label} against ${other.label}`]));
    if (pairs.length && systems.length > 1) group("sort", "metrics that disagree", pairs);
    if (systems.length > 1) {
      const apart = systems.flatMap((a, i) => systems.flatMap((b, j) => (i === j ? [] : [[`${i}-${j}`, `${a} − ${b}`, `${a} - ${b}`]])));
      group("of", "difference", apart);
      fill("of", ["spread", "spread of systems", "spread"], ["mean", "mean of systems", "mean"]);
    }
    group("of", "system", systems.map((name, place) => [place, name]));
    for (const id of ["of", "order", "size"]) byId(id).value = this.usual(id);
  }

  // The value of a field before anybody has asked for anything.
  usual(id) {
    if (id === "of") return this.segments.systems.length > 1 ? this.segments.pair.join("-") : "0";
    if (id === "order") return byId("sort").value === "number" ? "up" : "down";
    if (id === "size") return this.segments.systems.length > 4 ? "5" : "10";
    return id === "sort" ? "telling" : "";
  }

  // A box for every system, to choose whose outputs are shown.
  systems() {
    const { systems } = this.segments;
    byId("shown").hidden = systems.length < 2;
    const boxes = systems.map((name, place) => {
      const box = make("input", { type: "checkbox", checked: true, value: place });
      return make("label", {}, box, " ", put(make("bdi"), name));
    });
    byId("boxes").append(...boxes);
    byId("boxes").addEventListener("change", () => {
      this.choose(Array.from(byId("boxes").querySelectorAll(":checked"), (box) => Number(box.value)));
      this.show(this.page);
      this.chips();
      this.note();
    });
    this.choose(systems.keys());
  }

  choose(places) {
    this.shown = new Set(places);
    for (const box of byId("boxes").querySelectorAll("input")) box.checked = this.shown.has(Number(box.value));
    const all = this.segments.systems.length, some = this.shown.size;
    byId("how-many").textContent = some === all ? `all ${all}` : `${some} of ${all}`;
  }

  listen() {
    byId("query").addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.asking(), 120);
    });
    for (const id of ["class", "bucket", "system", "sort", "of", "order"]) {
      byId(id).addEventListener("change", () => {
        if (id === "sort") byId("order").value = this.usual("order");
        this.asking();
      });
    }
    byId("size").addEventListener("change", () => {
      this.show(0);
      this.note();
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", (event) => {
      event.preventDefault();
      this.reset();
      this.note();
    });
    byId("link").addEventListener("click", () => this.copyLink());
    document.addEventListener("click", () => this.noting && this.write(), true); // before a link adds to the history
    document.addEventListener("click", (event) => byId("filters").contains(event.target) || (byId("filters").open = false));
    for (const id of ["back", "back2"]) byId(id).addEventListener("click", () => this.turn(-1));
    for (const id of ["on", "on2"]) byId(id).addEventListener("click", () => this.turn(1));
    // the address may have been written anew since the link was followed
    window.addEventListener("hashchange", (event) => this.follow(new URL(event.newURL).hash));
    document.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("mouseover", (event) => this.hover(event));
    this.list.addEventListener("mouseleave", () => this.light(null));
    this.list.addEventListener("focusin", (event) => this.focused(event));
    this.list.addEventListener("focusout", () => this.light(null));
  }

  reset() {
    this.numbers = null;
    for (const id of ["query", "class", "bucket", "system", "sort", "of", "order"]) byId(id).value = this.usual(id);
    this.choose(this.segments.systems.keys());
    this.update();
  }

  asking() {
    this.update();
    this.note();
  }

  asked() {
    const names = ["query", "class", "bucket", "system", "sort", "of", "order"];
    return { ...Object.fromEntries(names.map((name) => [name, byId(name).value])), numbers: this.numbers };
  }

  // What was typed is looked for a moment later; who goes on before that finds it done.
  hurry() {
    if (this.waiting) this.asking();
  }

  update(page = 0) {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const asked = this.asked(), found = filtered(this.segments, asked);
    byId("query").setAttribute("aria-invalid", String(found === null));
    byId("of").disabled = asked.sort === "telling" || asked.sort === "number";
    byId("system").disabled = asked.class === "" && asked.bucket === ""; // errors and buckets are of a system, texts of none
    this.rows = found === null ? [] : sorted(this.segments, found, asked);
    this.show(Math.min(page, this.pages - 1));
    this.chips();
  }

  // What the list is filtered by, each with a way out of it.
  chips() {
    const chip = (words, clear) => {
      const button = put(make("button", { type: "button", title: "Remove this filter" }), words + " ×");
      button.addEventListener("click", () => {
        clear();
        this.asking();
        byId("query").focus({ preventScroll: true });
      });
      return button;
    };
    const said = (numbers) => (numbers.length === 1 ? `segment ${numbers[0]}` : numbers.length > 6 ? `${numbers.length.toLocaleString("en")} segments` : `segments ${numbers.join(", ")}`);
    const fields = ["class", "bucket", "system"].filter((id) => byId(id).value && !byId(id).disabled);
    const chips = fields.map((id) => chip(this.names[id].words.get(byId(id).value), () => (byId(id).value = "")));
    if (this.numbers) chips.unshift(chip(said(this.numbers), () => (this.numbers = null)));
    const { systems } = this.segments;
    if (this.shown.size < systems.length) chips.push(chip(`${this.shown.size} of ${systems.length} systems`, () => this.choose(systems.keys())));
    byId("chips").replaceChildren(...chips);
  }

  // ---- the list in the address ----

  // What is asked for, as a link says it: only what is not as it is at first.
  written() {
    const asked = new URLSearchParams();
    for (const [key, id] of Object.entries(FIELDS)) {
      const { value } = byId(id), sorting = id !== "of" || !byId("of").disabled;
      if (value !== this.usual(id) && sorting) asked.set(key, id === "query" ? value : this.names[id].words.get(value));
    }
    const { systems } = this.segments;
    if (this.shown.size < systems.length) for (const place of this.shown) asked.append("only", systems[place]);
    if (this.numbers && this.numbers.length <= MOST_LINKED) asked.set("segments", this.numbers.join(","));
    if (this.page > 0 && this.current < 0) asked.set("page", this.page + 1);
    return asked.toString();
  }

  // Ask for what a link says; what it names and is not here is passed over.
  restore(text) {
    const asked = new URLSearchParams(text.slice(0, 100_000));
    for (const [key, id] of Object.entries(FIELDS)) {
      const given = asked.get(key) ?? "", fits = given.length <= LONGEST_ASKED && !mayHang(given);
      byId(id).value = id === "query" ? (fits ? given : "") : (this.names[id].values.get(given) ?? this.usual(id));
    }
    const only = asked.getAll("only").map((name) => this.segments.systems.indexOf(name)).filter((place) => place >= 0);
    this.choose(only.length ? only : this.segments.systems.keys());
    const named = /^\d{1,9}(?:,\d{1,9}){0,199}$/u.exec(asked.get("segments") ?? "");
    this.numbers = named ? named[0].split(",").map(Number) : null;
    const page = Number(asked.get("page"));
    this.update(Number.isInteger(page) && page > 1 ? page - 1 : 0);
  }

  // The address follows what is asked for; keys that are held down change it once.
  note() {
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.write(), 150);
  }

  write() {
    clearTimeout(this.noting);
    this.noting = 0;
    const asked = this.written(), place = this.cards()[this.current]?.id ?? "segments";
    remember(asked, `#${place}${asked && "?" + asked}`);
    this.linkParts();
  }

  // Links to the other parts of a large set carry what is asked for here.
  linkParts() {
    const asked = new URLSearchParams(this.written());
    asked.delete("page");
    for (const link of document.querySelectorAll(".parts a")) link.hash = `segments${String(asked) && "?" + asked}`;
  }

  async copyLink() {
    this.write();
    const done = await copied(location.href), segment = this.cards()[this.current]?.card.number;
    const what = segment === undefined ? "the list as it is" : `segment ${segment}`;
    this.say(done ? `Link to ${what} copied.` : "The link could not be copied; it is in the address bar.");
    byId("link").textContent = done ? "Copied" : "See the address bar";
    setTimeout(() => (byId("link").textContent = "Copy link"), 1500);
  }

  say(words) {
    byId("said").textContent = words;
  }

  get size() {
    return Number(byId("size").value);
  }

  get pages() {
    return Math.max(1, Math.ceil(this.rows.length / this.size));
  }

  show(page) {
    this.page = page;
    this.current = -1;
    const rows = this.rows.slice(page * this.size, (page + 1) * this.size), pattern = hits(byId("query").value);
    this.list.replaceChildren(...rows.map((row) => new Card(this.segments, row, this.shown, pattern).element));
    if (!rows.length) this.list.append(this.nothing());
    const ends = { back: page === 0, back2: page === 0, on: page >= this.pages - 1, on2: page >= this.pages - 1 };
    const focused = document.activeElement?.id;
    for (const [id, end] of Object.entries(ends)) byId(id).disabled = end;
    if (ends[focused]) byId(focused.replace(/^[a-z]+/u, (id) => (id === "on" ? "back" : "on"))).focus(); // a button at its end takes no keys
    byId("count").textContent = this.counted(rows.length);
  }

  counted(listed) {
    const number = (value) => value.toLocaleString("en"), { count, total } = this.segments;
    const all = `${number(count)}${count < total ? " in this part" : ""}`;
    if (byId("query").getAttribute("aria-invalid") === "true") return "The text between slashes is not a regular expression";
    if (!listed) return `No segment matches; 0 of ${all}`;
    return `${number(this.rows.length)} of ${number(count)} segments${count < total ? " in this part" : ""}; page ${number(this.page + 1)} of ${number(this.pages)}`;
  }

  // An empty list says what was asked for, and offers the way back.
  nothing() {
    const words = [];
    for (const id of ["query", "class", "bucket", "system"]) {
      const field = byId(id);
      if (field.value && !field.disabled) words.push(`${field.labels[0].textContent.toLowerCase()} “${id === "query" ? field.value : this.names[id].words.get(field.value)}”`);
    }
    const button = make("button", { type: "button" }, "Show all segments");
    button.addEventListener("click", () => {
      this.reset();
      this.note();
      byId("query").focus();
    });
    return make("div", { class: "nothing" }, put(make("p"), `Nothing fits ${words.join(" and ")}.`), button);
  }

  // Turn the page; who was in the list stays there, at its first segment.
  turn(step) {
    const page = this.page + step, inside = this.list.contains(document.activeElement);
    if (page < 0 || page >= this.pages) return false;
    this.show(page);
    this.note();
    if (inside) this.select(0);
    byId("segments").scrollIntoView();
    return true;
  }

  cards() {
    return Array.from(this.list.querySelectorAll(".segment"));
  }

  select(place) {
    this.cards()[this.current]?.classList.remove("current");
    this.current = place;
    const card = this.cards()[place];
    if (!card) return;
    card.classList.add("current");
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
    this.note();
  }

  move(step) {
    const next = this.current + step;
    if (next >= 0 && next < this.cards().length) this.select(next);
    else if (this.turn(step)) this.select(step > 0 ? 0 : this.cards().length - 1);
  }

  // Do what the address says: ask as it does, and show its segment; who comes back finds the list as it was left.
  follow(hash = location.hash) {
    this.hurry(); // what was typed just before comes first, and does not undo this later
    const link = parted(hash), asked = link?.asked ?? history.state?.asked;
    if (asked !== undefined && asked !== this.written()) this.restore(asked);
    if (link?.number) this.go(link.number);
    else if (link && history.state === null) byId("segments").scrollIntoView();
    // At once, not later: an address that is written while somebody is on the way back takes them off it.
    if (this.noting) this.write();
    else this.linkParts();
  }

  // Show a segment, whatever was filtered; one of another part of the set opens that page, in place of this one.
  go(number) {
    const row = number - 1 - this.segments.first;
    if (number < 1 || number > this.segments.total) return;
    if (row < 0 || row >= this.segments.count) {
      clearTimeout(this.noting);
      this.noting = 0;
      location.replace(this.segments.pages[Math.floor((number - 1) / this.segments.size)] + location.hash);
      return;
    }
    if (!this.rows.includes(row)) this.reset();
    const place = this.rows.indexOf(row), page = Math.floor(place / this.size);
    if (page !== this.page) this.show(page);
    this.select(place - page * this.size);
    this.cards()[this.current].scrollIntoView({ block: "start" });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.id === "query" && event.key === "Escape") {
      event.preventDefault(); // a field for searching would empty itself
      target.blur();
      return;
    }
    if (event.key === "Escape" && byId("filters").open) {
      byId("filters").open = false;
      byId("filters").querySelector("summary").focus();
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/u.test(target.tagName)) return;
    const inside = this.list.contains(target);
    const keys = { j: () => this.move(1), k: () => this.move(-1), n: () => this.turn(1), p: () => this.turn(-1), c: () => this.copyLink(), "/": () => byId("query").focus() };
    if (inside) Object.assign(keys, { ArrowDown: keys.j, ArrowUp: keys.k });
    if (target.classList?.contains("words")) {
      const forward = getComputedStyle(target).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      Object.assign(keys, { ArrowLeft: () => this.walk(target, forward === "ArrowLeft" ? 1 : -1), ArrowRight: () => this.walk(target, forward === "ArrowRight" ? 1 : -1) });
    }
    if (!keys[event.key]) return;
    event.preventDefault();
    this.hurry();
    keys[event.key]();
  }

  walk(paragraph, step) {
    const spans = paragraph.card.texts[paragraph.column].spans;
    let place = paragraph.place + step;
    while (place >= 0 && place < spans.length && !spans[place]) place += step;
    if (place < 0 || place >= spans.length) return;
    paragraph.place = place;
    this.light(paragraph, place);
    this.say(paragraph.card.describe(paragraph.column, place));
  }

  hover(event) {
    const word = event.target.closest(".w"), paragraph = word?.closest(".words");
    this.light(paragraph ?? null, word?.place);
  }

  focused(event) {
    const article = event.target.closest(".segment"), place = this.cards().indexOf(article);
    if (place !== this.current && place >= 0) {
      this.cards()[this.current]?.classList.remove("current");
      article.classList.add("current");
      this.current = place;
    }
    if (event.target.classList.contains("words") && event.target.place >= 0) this.light(event.target, event.target.place);
  }

  light(paragraph, place) {
    for (const word of this.list.querySelectorAll(".lit, .linked")) word.classList.remove("lit", "linked");
    if (!paragraph) return;
    const card = paragraph.card;
    card.texts[paragraph.column].spans[place]?.classList.add("lit");
    for (const [column, other] of card.across(paragraph.column, place)) card.texts[column].spans[other]?.classList.add("linked");
  }

  legend() {
    const { classes, systems } = this.segments;
    const items = classes.slice(1).filter((name) => name !== "missing").map((name) => make("span", { class: "w " + name }, name));
    if (systems.length > 1) items.push(make("span", { class: "w alone" }, "right in this output only"));
    items.push(make("span", { class: "w lost" }, "wrong in some outputs"));
    if (systems.length > 1) items.push(make("span", { class: "w lost-all" }, "wrong in all"));
    const near = make("span", { class: "w inflection" }, "near", make("b", {}, "ly"));
    byId("legend").append(...items, make("span", {}, near, " the letters that differ"));
  }
}
