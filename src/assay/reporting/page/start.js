async function start() {
  if (typeof DecompressionStream === "undefined") {
    byId("count").textContent = "This browser is too old to show segments; tables and figures are above.";
    return;
  }
  const open = unfold();
  const segments = new Segments(await unpack(byId("data").textContent));
  const browser = new Browser(segments);
  performance.mark("list");
  linkSegments();
  drawIntervals();
  copyButtons();
  stops();
  if (byId("scatter-frame")) new Scatter(segments, browser);
  if (!parted(location.hash)) open();
  performance.mark("ready");
  document.documentElement.dataset.ready = "yes";
}

start();
