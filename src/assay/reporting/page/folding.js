// ---- folding and place ----------------------------------------------------------------------------

// What is folded, and how far the page was scrolled, is kept while the tab is open; a page may have no storage.
const KEPT = "assay:" + location.pathname;

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(state) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(state));
  } catch {
    return;
  }
}

const folds = () => Array.from(document.querySelectorAll("main details:not(#filters, #shown)"));

// Open and fold as it was left; what somebody has opened is printed as well.
function restoreFolds() {
  const usual = folds().map((fold) => fold.open), { open = [] } = kept();
  folds().forEach((fold, place) => {
    if (place in open) fold.open = open[place];
    fold.toggleAttribute("data-opened", fold.open && !usual[place]);
    fold.addEventListener("toggle", () => fold.toggleAttribute("data-opened", fold.open && !usual[place]));
  });
}

// Where the page was, once it is as long as it was: after a reload, not after a link.
function restorePlace() {
  const [entry] = performance.getEntriesByType("navigation"), { top = 0 } = kept();
  history.scrollRestoration = "manual";
  if (entry?.type !== "navigate" && top && !location.hash) window.scrollTo(0, top);
  window.addEventListener("pagehide", () => keep({ top: window.scrollY, open: folds().map((fold) => fold.open) }));
}

// Open whatever an element is folded in, and what it folds itself.
function unfold(target) {
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const own = target.matches("section") ? target.querySelector(":scope > details.section") : null;
  if (own) own.open = true;
}

function followLinks() {
  const open = () => {
    const target = /^#[\w-]+$/u.test(location.hash) ? byId(location.hash.slice(1)) : null;
    if (!target || target.matches(".segment")) return;
    unfold(target);
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.hash === location.hash) open(); // the same address again tells nobody
  });
  return open;
}

// The contents mark the section that is being read.
function markContents() {
  const links = Array.from(document.querySelectorAll(".contents a")), bar = links[0].closest("ul");
  const targets = links.map((link) => byId(link.hash.slice(1)));
  const mark = () => {
    const line = window.innerHeight / 3, end = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    const reached = targets.findLastIndex((target, place) => place === 0 || target.getBoundingClientRect().top <= line);
    const current = links[end && window.scrollY > 0 ? links.length - 1 : reached];
    if (current.hasAttribute("aria-current")) return;
    for (const link of links) link.removeAttribute("aria-current");
    current.setAttribute("aria-current", "location");
    bar.scrollTo({ left: current.offsetLeft - bar.clientWidth / 3 });
  };
  let waiting = false;
  window.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  }, { passive: true });
  mark();
}
