async function start() {
  restoreFolds();
  const open = followLinks();
  copyButtons();
  sortable();
  stops();
  const packed = byId("data");
  if (packed && typeof DecompressionStream === "undefined") {
    byId("count").textContent = "This browser is too old to show segments; tables and figures are above.";
  } else if (packed) {
    const segments = new Segments(await unpack(packed.textContent));
    const browser = new Browser(segments);
    performance.mark("list");
    linkSegments();
    if (byId("scatter-frame")) new Scatter(segments, browser);
  }
  restorePlace();
  if (!packed || !parted(location.hash)) open();
  markContents();
  performance.mark("ready");
  document.documentElement.dataset.ready = "yes";
}

start();
