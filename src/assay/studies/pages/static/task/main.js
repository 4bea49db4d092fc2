// The page of a task: asks for a screen, shows it, keeps what is done on it, and sends it.

import { Clock } from "./clock.js";
import { askReason, askWithdrawal, compared, completionCode, messagePage, showHelp } from "./dialogs.js";
import { announce, button, freshKey, make, pressed, prose, say } from "./elements.js";
import { Ahead, dropDraft, following, keepDraft, keptDraft, laterDraft, openMemory } from "./kept.js";
import { beginLog, dropLog } from "./keylog.js";
import { ScreenView } from "./screen.js";
import { call, Lost, Queue, reason, said } from "./server.js";
import { watchTabs } from "./tabs.js";

const DRAFT_HERE = 200, DRAFT_THERE = 2500, RETRY = 3000; // milliseconds
const root = document.documentElement;
const main = document.getElementById("task");

class TaskPage {
  constructor() {
    this.memory = openMemory(root.dataset.person);
    this.view = null;
    this.clock = null;
    this.ahead = new Ahead();
    this.queue = new Queue(this.memory, {
      onlost: () => this.lost(), onback: () => this.back(), ondone: (entry, answer) => this.answered(entry, answer),
    });
    this.take = watchTabs(root.dataset.person, () => this.yielded());
    this.#listen();
  }

  #listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.keep({ now: true }); });
    addEventListener("pagehide", () => this.keep({ now: true }));
    addEventListener("offline", () => this.lost());
    addEventListener("online", () => this.#look());
    document.getElementById("help").addEventListener("click", () => showHelp(this.memory));
    document.getElementById("withdraw").addEventListener("click", () => this.withdraw());
  }

  async start() {
    await this.queue.send();
    if (this.view || this.out) return;
    if (this.queue.waiting().length) this.showWaiting();
    else await this.refresh();
  }

  // --- the connection ---

  lost() {
    if (!this.away) announce(say("lost"));
    this.away = true;
    this.#banner();
    clearTimeout(this.probe);
    this.probe = setTimeout(() => this.#look(), RETRY);
  }

  /** Where nothing waits to be sent, ask whether the server is there again. */
  async #look() {
    if (this.queue.waiting().length) return;
    try {
      await call("/api/next", {});
      this.back();
    } catch {
      this.lost();
    }
  }

  back() {
    clearTimeout(this.probe);
    if (this.away) announce(say("back.online"));
    this.away = false;
    this.#banner();
  }

  /** Say that there is no connection, and whether anything can be done without. */
  #banner() {
    const banner = document.getElementById("connection");
    banner.textContent = say(this.view ? "lost" : "lost.waiting");
    banner.hidden = !this.away || Boolean(main.querySelector(".offline")); // the page itself says it
  }

  /** Ask for something that must be answered now; null where the connection is lost. */
  async ask(path, body) {
    try {
      const answer = await call(path, body);
      this.back();
      if (answer.status === 401) this.expired();
      return answer.status < 400 ? answer.body ?? {} : this.complain(answer);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.lost();
      return null;
    }
  }

  complain(answer) {
    if (answer.status !== 401) this.notice(reason(answer.body));
    return null;
  }

  notice(text) {
    const shown = make("div", { class: "notice", role: "alert" }, make("p", {}, text), button(say("close"), () => shown.remove(), { class: "plain" }));
    document.getElementById("notices").replaceChildren(shown);
  }

  // --- what is shown ---

  async refresh() {
    const body = await this.ask("/api/next", {});
    if (body) this.show(body);
    else if (!this.view && this.away) {
      if (!main.querySelector(".offline")) this.#displayOffline(messagePage(say("lost.title"), [make("p", {}, say("lost.first"))]));
      setTimeout(() => this.refresh(), RETRY);
    }
  }

  /** Show the situation that the server tells: a screen, or why there is none. */
  show(body) {
    if (this.idle) return undefined;
    this.latest = body;
    this.progress(body.progress);
    document.getElementById("withdraw").hidden = body.state === "withdrawn";
    if (body.state === "task") return this.showScreen(body.screen);
    this.leaveScreen();
    const page = { consent: () => this.consentPage(body), finished: () => this.finishedPage(body) }[body.state];
    this.display(page ? page() : messagePage(say(`${body.state}.title`), [make("p", {}, say(`${body.state}.text`))],
      body.state === "waiting" ? [button(say("waiting.again"), () => this.refresh(), { class: "primary" })] : []));
    return undefined;
  }

  progress({ done: stored, total, about }) {
    const done = Math.min(total, stored + this.queue.waiting().filter((entry) => entry.last !== false).length);
    const bar = document.getElementById("bar");
    bar.max = Math.max(total, 1);
    bar.value = done;
    document.getElementById("progress").textContent = total ? say(about ? "progress.about" : "progress", { done, total }) : "";
  }

  showScreen(screen, { correcting = false } = {}) {
    const same = this.view && !this.sent && this.view.screen.screen === screen.screen && this.view.screen.step === screen.step && this.view.correcting === correcting;
    if (same) return; // somebody is at work on it: the connection came back
    this.leaveScreen();
    const local = keptDraft(this.memory, screen.screen, screen.step);
    const draft = screen.answer ? local : laterDraft(local, screen.draft);
    const folded = this.memory.get(`folded.${screen.protocol}`) === true;
    this.view = new ScreenView(screen, this.#hooks(screen), { correcting, folded });
    this.sent = false;
    this.#banner();
    this.clock = new Clock(draft?.clock);
    this.display(this.view.element);
    this.view.fill(draft?.responses ?? screen.answer);
    this.log = beginLog(this.view, this.memory);
    this.view.focusTitle();
    root.dataset.ready = `${screen.screen}/${screen.step}`;
    if (!performance.getEntriesByName("ready").length) performance.mark("ready");
    this.ahead.fetch(screen.place.ahead ?? []);
  }

  #hooks(screen) {
    return {
      changed: () => this.keep(), submit: () => this.submit(), skip: () => this.skip(), open: (name) => this.open(name),
      home: () => { this.keep({ now: true }); this.leaveScreen(); this.refresh(); },
      folded: (folded) => this.memory.set(`folded.${screen.protocol}`, folded),
    };
  }

  display(element) {
    main.replaceChildren(element);
    scrollTo(0, 0);
    root.dataset.ready = "page";
  }

  /** Show a page that says itself that there is no connection. */
  #displayOffline(page) {
    page.classList.add("offline");
    this.display(page);
    this.#banner();
  }

  leaveScreen() {
    this.view?.free();
    clearTimeout(this.hereTimer);
    clearTimeout(this.thereTimer);
    this.log?.end();
    this.clock?.stop();
    this.clock = this.log = null;
    this.view = null;
    this.touched = false;
  }

  consentPage(body) {
    const agree = button(say("consent.agree"), async () => {
      if (await this.ask("/api/consent", { key: freshKey() })) await this.refresh();
    }, { class: "primary" });
    return messagePage(say("consent.title"), [make("div", { class: "prose", dir: "auto" }, prose(body.consent ?? ""))], [agree]);
  }

  finishedPage(body) {
    const checking = body.withheld === "checking"; // what the server does when it is asked again
    if (checking) this.refresh();
    const withheld = body.withheld ? [make("p", { class: "withheld", "aria-busy": String(checking) }, say(`finished.${body.withheld}`))] : [];
    return messagePage(say("finished.title"), [make("p", {}, say("finished.text")), ...withheld, ...(body.code ? completionCode(body.code) : [])]);
  }

  expired() { this.out = true; this.leaveScreen(); document.getElementById("withdraw").hidden = true; this.display(messagePage(say("expired.title"), [make("p", {}, say("expired.text"))])); }

  /** Another tab is at work: this one keeps what it has and steps aside. */
  yielded() {
    this.keep({ now: true });
    this.leaveScreen();
    this.idle = true;
    const take = button(say("tab.take"), () => {
      this.idle = false;
      this.take();
      this.refresh();
    }, { class: "primary" });
    this.display(messagePage(say("tab.title"), [make("p", {}, say("tab.text"))], [take]));
  }

  /** Answers wait to be sent, and nothing else can be done meanwhile. */
  showWaiting() {
    if (this.idle) return;
    this.leaveScreen();
    const waiting = this.queue.waiting();
    const more = waiting.at(-1)?.last === false; // the screen goes on, with what only the server has
    const again = button(say("kept.again"), () => this.queue.send(), { class: "primary" });
    const { lasts } = this.memory;
    const text = [say("kept.text", { count: waiting.length }), say(lasts ? "kept.close" : "kept.stay")].join(" ");
    this.#displayOffline(messagePage(say(more || !lasts ? "kept.step.title" : "kept.title"),
      [more ? make("p", {}, say("kept.step")) : null, make("p", {}, text)].filter(Boolean), [again]));
  }

  // --- drafts ---

  /** Keep what is on the screen: in this browser soon, on the server a little later. */
  keep({ now = false } = {}) {
    if (!this.view || this.sent) return;
    clearTimeout(this.hereTimer);
    clearTimeout(this.thereTimer);
    if (now) {
      this.#keepHere();
      this.#keepThere({ keepalive: true }); // the page may be closing
    } else {
      this.hereTimer = setTimeout(() => this.#keepHere(), DRAFT_HERE);
      this.thereTimer = setTimeout(() => this.#keepThere(), DRAFT_THERE);
    }
    this.touched = !now || this.touched;
  }

  #draft() {
    return { responses: this.view.kept(), saved: Date.now(), clock: { ...this.clock.times(), first: this.clock.first } };
  }

  #keepHere() {
    const { screen, step } = this.view.screen;
    keepDraft(this.memory, screen, step, this.#draft());
    this.log?.keep();
  }

  async #keepThere(options) {
    if (!this.touched || this.log?.blind) return;
    this.touched = false;
    const { screen, step } = this.view.screen;
    try {
      await call("/api/draft", { screen, step, draft: this.#draft() }, options);
      this.back();
    } catch {
      this.touched = true; // the next change tries again; until then it is kept here
      this.lost();
    }
  }

  // --- what is done ---

  async submit() {
    const { view } = this;
    if (!view || this.sent || !view.complete()) return;
    const doubt = view.doubtful();
    if (doubt) {
      view.doubt(doubt);
      return;
    }
    const { screen, step } = view.screen;
    this.#keepHere();
    this.#close();
    this.latestSent = view;
    if (!view.screen.tutorial && this.memory.get(`folded.${view.screen.protocol}`) === null) this.memory.set(`folded.${view.screen.protocol}`, true);
    const last = step === view.screen.steps - 1;
    await this.deliver("/api/answer", { key: freshKey(), screen, step, responses: view.responses(), times: this.clock.times(), ...(this.log ? { log: this.log.rest() } : {}) }, { last, next: following(view.screen) });
  }

  /** Nothing more is taken on this screen until the server has answered. */
  #close() {
    clearTimeout(this.hereTimer);
    clearTimeout(this.thereTimer);
    this.sent = true;
    this.view.busy();
  }

  /** Send something, or go on without a connection where the next screen is already here. */
  async deliver(path, body, { last = true, next = null } = {}) {
    const practice = this.view?.screen.tutorial; // what is said of it comes before anything else
    const sending = this.queue.add(path, body, last);
    if (!this.away) await sending; // where it is known to be lost, nobody waits until that is certain once more
    if (!this.queue.waiting().length || this.out) return;
    this.ahead.drop(body.screen); // its further steps are the server's to give
    next ??= practice ? null : this.ahead.next;
    if (this.latest) this.progress(this.latest.progress);
    if (next) this.showScreen(next);
    else this.showWaiting();
  }

  async skip() {
    const { view } = this;
    if (!view?.screen.skippable || view.correcting) return;
    const reason = await askReason();
    if (reason === null || this.view !== view) return;
    this.#close();
    this.log?.pause();
    await this.log?.send(); // what was tried before it was given up
    await this.deliver("/api/skip", { key: freshKey(), screen: view.screen.screen, reason });
  }

  async open(name) {
    this.keep({ now: true });
    const screen = await this.ask("/api/open", { screen: name });
    if (screen) this.showScreen(screen, { correcting: true });
  }

  async withdraw() {
    if (!(await askWithdrawal())) return;
    if (!(await this.ask("/api/withdraw", { key: freshKey(), confirm: true }))) return;
    this.leaveScreen();
    this.memory.clear();
    await this.refresh();
  }

  /** What the server said to something that was sent. */
  async answered({ path, body }, answer) {
    if (answer.status === 401) return this.expired();
    if (answer.status >= 400) return this.#turnedDown(body, answer);
    dropDraft(this.memory, body.screen, body.step ?? 0);
    this.log?.answered(body.screen);
    dropLog(this.memory, body.screen, body.step ?? 0);
    if (this.idle) return undefined;
    document.getElementById("notices").replaceChildren();
    if (path === "/api/answer" && answer.body.feedback) return this.#tell(body.screen, answer.body);
    if (this.queue.waiting().length) return undefined;
    const next = answer.body?.next ?? answer.body;
    await (next?.state ? this.show(next) : this.refresh());
    announce(document.getElementById("progress").textContent); // it is stored
    return undefined;
  }

  async #turnedDown(body, answer) {
    const here = this.view?.screen.screen === body.screen && this.sent;
    if (here) {
      this.sent = false;
      this.view.free();
      this.log?.resume();
    }
    if (answer.status === 422 && here) return this.view.refuse(said(answer.body));
    this.notice(answer.status === 413 ? say("refused.too-large") : reason(answer.body));
    if (answer.status === 413 && here) return undefined; // it can be made shorter where it stands
    if (here) this.leaveScreen();
    return this.refresh();
  }

  /** In the tutorial: what was expected, and why. */
  #tell(screen, { feedback, next }) {
    const go = button(say("feedback.go"), () => this.show(next), { class: "primary" });
    const view = this.latestSent?.screen.screen === screen ? this.latestSent : null;
    this.leaveScreen();
    const page = messagePage(say("feedback.title"), [make("div", { class: "prose", dir: "auto" }, prose(feedback.words ?? "")),
      ...(view ? [...view.texts(), ...compared(view, feedback.responses ?? {})] : [])], [go]);
    this.display(page);
  }

  // --- keys ---

  key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.submit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || this.memory.get("letters") === false) return;
    if (event.target.matches("textarea, select, input:not([type=radio], [type=checkbox], [type=range])")) return;
    if (this.#letter(pressed(event))) event.preventDefault();
  }

  #letter(key) {
    const { view } = this;
    if (key === "?") showHelp(this.memory);
    else if (!view) return false;
    else if (/^[0-9]$/.test(key)) return view.digit(Number(key));
    else if (key === "n") view.step(1);
    else if (key === "p") view.step(-1);
    else if (key === "i") view.fold();
    else if (key === "b") document.getElementById("back")?.click();
    else if (key === "s") this.skip();
    else return false;
    return true;
  }
}

new TaskPage().start();
