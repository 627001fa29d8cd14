package render

import (
	"strconv"
	"strings"
)

// pageScript drives the page of [Page]. It computes the boards of
// the path from the tiles that the table names: each changes places with the
// blank.
var pageScript = strings.NewReplacer(
	"CELL", strconv.Itoa(cellSize), "EDGE", strconv.Itoa(margin+rim),
).Replace(`
(() => {
  const byId = (id) => document.getElementById(id);
  const tiles = [...document.querySelectorAll("[data-cell]")], rows = [...document.querySelectorAll("tbody tr")];
  const svg = document.querySelector("svg"), box = byId("moves"), said = byId("said");
  const slider = byId("step"), play = byId("play"), last = rows.length - 1;
  const width = Math.round((svg.viewBox.baseVal.width - 2 * EDGE) / CELL);
  const heads = [...document.querySelectorAll("th")].map((h) => h.textContent);
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // places[k][i] is the cell of tiles[i] after k moves.
  const places = [tiles.map((t) => +t.dataset.cell)];
  let blank = [...Array(tiles.length + 1).keys()].find((cell) => !places[0].includes(cell));
  for (const row of rows.slice(1)) {
    const next = [...places.at(-1)], i = tiles.findIndex((t) => t.dataset.tile === row.dataset.tile);
    [next[i], blank] = [blank, next[i]];
    places.push(next);
  }

  let at = -9, timer = 0;
  const show = (k) => {
    k = Math.max(0, Math.min(last, k));
    svg.classList.toggle("jump", Math.abs(k - at) > 1);
    at = k;
    tiles.forEach((t, i) => {
      const cell = places[k][i], home = +t.dataset.home;
      const right = home % width - cell % width, down = Math.floor(home / width) - Math.floor(cell / width);
      t.style.transform = "translate(" + (EDGE + cell % width * CELL) + "px," + (EDGE + Math.floor(cell / width) * CELL) + "px)";
      t.classList.toggle("home", cell === home);
      t.classList.toggle("moved", t.dataset.tile === rows[k].dataset.tile);
      t.querySelector("[data-mark=arrow]").setAttribute("transform", "translate(15 60) rotate(" + Math.round(Math.atan2(down, right) * 180 / Math.PI) + ")");
      t.querySelector(".way text").textContent = Math.abs(right) + Math.abs(down);
    });
    rows.forEach((r, i) => {
      r.classList.toggle("later", i > k);
      r.classList.toggle("here", i === k);
    });
    const row = rows[k], top = row.offsetTop - box.querySelector("thead").offsetHeight;
    if (box.scrollTop > top) box.scrollTop = top;
    if (box.scrollTop + box.clientHeight < row.offsetTop + row.offsetHeight) box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight;
    const cells = [...row.cells].map((c) => c.textContent);
    const move = k ? "Tile " + cells[1] + " moved " + cells[2] + ". " : "";
    const values = cells.slice(3).map((value, i) => heads[3 + i] + " " + value);
    said.textContent = move + (slider ? "g " + k + ", " : "") + values.join(", ") + ".";
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
  byId("ways").onchange = (e) => svg.classList.toggle("ways", e.target.checked);
  svg.classList.toggle("ways", byId("ways").checked);
  if (slider) {
    byId("first").onclick = () => go(0);
    byId("back").onclick = () => go(at - 1);
    byId("on").onclick = () => go(at + 1);
    byId("last").onclick = () => go(last);
    play.onclick = () => timer ? pause() : start();
    slider.oninput = () => go(+slider.value);
    document.querySelector("tbody").classList.add("live");
    rows.forEach((r, i) => { r.onclick = () => go(i); });
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
`)
