(() => {
  const byId = (id) => document.getElementById(id), all = (what) => [...document.querySelectorAll(what)];
  const stage = document.querySelector("#stage > svg"), said = byId("said");
  const rows = all("#table tbody tr"), moves = all("#moves span"), facts = all("#facts dd");
  const slider = byId("step"), play = byId("play"), speed = byId("speed"), last = rows.length - 1;

  // A track is an attribute of an element and its values, each from a step on.
  const tracks = [];
  for (const element of stage.querySelectorAll("*")) {
    for (const a of element.attributes) {
      if (!a.name.startsWith("data-at-")) continue;
      const name = a.name.slice(8), first = name === "text" ? element.textContent : element.getAttribute(name);
      const values = a.value.split("|").map((v) => [parseInt(v), v.slice(v.indexOf(" ") + 1)]);
      tracks.push({ element, name, values: [[0, first], ...values], now: 0 });
    }
  }

  let at = 0, timer = 0;
  const keepInView = (box, item, head) => {
    const top = item.offsetTop - head, bottom = item.offsetTop + item.offsetHeight;
    if (box.scrollTop > top) box.scrollTop = top;
    if (box.scrollTop + box.clientHeight < bottom) box.scrollTop = bottom - box.clientHeight;
  };
  const show = (k) => {
    k = Math.max(0, Math.min(last, k));
    stage.classList.toggle("jump", Math.abs(k - at) > 1);
    stage.classList.toggle("end", k === last);
    at = k;
    for (const t of tracks) {
      let i = t.now;
      while (i + 1 < t.values.length && t.values[i + 1][0] <= k) i++;
      while (t.values[i][0] > k) i--;
      if (i === t.now) continue;
      t.now = i;
      if (t.name === "text") t.element.textContent = t.values[i][1];
      else t.element.setAttribute(t.name, t.values[i][1]);
    }
    const mark = (items, here) => items.forEach((e, i) => {
      e.classList.toggle("later", i > here);
      e.classList.toggle("here", i === here);
    });
    mark(rows, k);
    mark(moves, k - 1);
    keepInView(byId("table"), rows[k], byId("table").querySelector("thead").offsetHeight);
    keepInView(byId("moves"), moves[Math.max(0, k - 1)], 4);
    facts.forEach((fact, i) => { fact.textContent = rows[k].cells[i + 1].textContent; });
    said.textContent = rows[k].dataset.said;
    slider.value = k;
    slider.setAttribute("aria-valuetext", k + " of " + last);
  };
  const state = (playing) => {
    play.textContent = playing ? "Pause" : "Play";
    play.setAttribute("aria-label", playing ? "pause" : "play");
    said.setAttribute("aria-live", playing ? "off" : "polite");
  };
  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    state(false);
  };
  const tick = () => {
    show(at + 1);
    timer = setTimeout(at < last ? tick : pause, +speed.value);
  };
  const start = () => {
    if (at === last) show(0);
    state(true);
    timer = setTimeout(tick, +speed.value);
  };
  const go = (k) => { if (timer) pause(); show(k); };

  byId("controls").hidden = false;
  for (const box of all("[data-class]")) {
    const set = () => stage.classList.toggle(box.dataset.class, box.checked);
    box.onchange = set;
    set();
  }
  if (!slider) return;
  byId("first").onclick = () => go(0);
  byId("back").onclick = () => go(at - 1);
  byId("on").onclick = () => go(at + 1);
  byId("last").onclick = () => go(last);
  play.onclick = () => timer ? pause() : start();
  slider.oninput = () => go(+slider.value);
  byId("moves").classList.add("live");
  document.querySelector("tbody").classList.add("live");
  rows.forEach((row, i) => { row.onclick = () => go(i); });
  moves.forEach((move, i) => { move.onclick = () => go(i + 1); });
  document.querySelector("details").ontoggle = () => show(at);
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("select")) return;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[e.key];
    if (step !== undefined && e.target !== slider) go(step);
    else if (e.key === " " && !e.target.closest("button, summary, [type=checkbox]")) play.click();
    else return;
    e.preventDefault();
  });
  show(+slider.value);
})();
