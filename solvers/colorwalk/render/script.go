package render

// pageScript drives the page of [Page]. It shows what the page has
// drawn already: a cell that a move removes is covered from that move on, and
// the outline of a region shows from the move that reaches it to the one that
// removes it.
const pageScript = `
(() => {
  const byId = (id) => document.getElementById(id), all = (what) => [...document.querySelectorAll(what)];
  const rows = all("tbody tr"), chips = all("#chips span"), gone = all(".gone"), stays = all(".stay");
  const svg = document.querySelector("svg"), box = byId("moves"), said = byId("said");
  const slider = byId("step"), play = byId("play"), last = rows.length - 1;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  let at = 0, timer = 0;
  const keepInView = (box, item, head) => {
    const top = item.offsetTop - box.offsetTop * (box.contains(item.offsetParent) ? 0 : 1), room = box.clientHeight;
    if (box.scrollTop > top - head) box.scrollTop = top - head;
    if (box.scrollTop + room < top + item.offsetHeight) box.scrollTop = top + item.offsetHeight - room;
  };
  const show = (k) => {
    at = k = Math.max(0, Math.min(last, k));
    for (const p of gone) {
      p.classList.toggle("made", +p.dataset.move <= k);
      p.classList.toggle("fresh", +p.dataset.move === k);
    }
    for (const p of stays) p.classList.toggle("now", +p.dataset.from <= k && k < +p.dataset.to);
    chips.forEach((c, i) => c.classList.toggle("here", i + 1 === k));
    rows.forEach((r, i) => {
      r.classList.toggle("later", i > k);
      r.classList.toggle("here", i === k);
    });
    keepInView(box, rows[k], box.querySelector("thead").offsetHeight);
    if (k) keepInView(byId("chips"), chips[k - 1], 4);
    const cells = [...rows[k].cells].map((c) => c.textContent);
    const some = (n, what) => n + " " + what + (n === "1" ? "" : "s");
    const move = k ? "Move " + k + " of " + last + ": colour " + cells[1] + " removes " + some(cells[2], "cell") + ". " : "";
    const left = cells[3] === "0" ? "Nothing is left" : some(cells[3], "cell") + " in " + some(cells[4], "region") + " left, " + cells[5] + " of them in reach";
    said.textContent = move + left + (cells.length > 6 ? "; lower bound on the moves left: " + cells[6] : "") + ".";
    if (slider) slider.value = k;
  };
  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
    said.setAttribute("aria-live", "polite");
  };
  const tick = () => {
    show(at + 1);
    timer = setTimeout(at < last ? tick : pause, +byId("speed").value);
  };
  const start = () => {
    if (at === last) show(0);
    play.textContent = "Pause";
    said.setAttribute("aria-live", "off");
    timer = setTimeout(tick, still.matches ? +byId("speed").value : 100);
  };
  const go = (k) => { if (timer) pause(); show(k); };

  byId("controls").hidden = false;
  byId("fringe").onchange = (e) => svg.classList.toggle("fringe", e.target.checked);
  svg.classList.toggle("fringe", byId("fringe").checked);
  if (slider) {
    byId("first").onclick = () => go(0);
    byId("back").onclick = () => go(at - 1);
    byId("on").onclick = () => go(at + 1);
    byId("last").onclick = () => go(last);
    play.onclick = () => timer ? pause() : start();
    slider.oninput = () => go(+slider.value);
    document.querySelector("tbody").classList.add("live");
    byId("chips").classList.add("live");
    rows.forEach((r, i) => { r.onclick = () => go(i); });
    chips.forEach((c, i) => { c.onclick = () => go(i + 1); });
    addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
      const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[e.key];
      if (step !== undefined) go(step);
      else if (e.key === " " && !e.target.closest("button")) play.click();
      else return;
      e.preventDefault();
    });
  }
  show(slider ? +slider.value : 0);
})();
`
