(() => {
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };
  const state = new URLSearchParams(location.search);

  // remember puts a choice into the address, where the back button finds it.
  const remember = (key, value) => {
    if (value) state.set(key, value);
    else state.delete(key);
    const query = state.toString();
    try {
      history.pushState(null, "", (query ? "?" + query : location.pathname) + location.hash);
    } catch { /* some browsers keep the address of a file as it is */ }
  };
  const restoring = []; // what brings the page into the state of the address

  // Tables: sorted by their columns, and filtered if they are long.
  const si = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, m: 1e-3, "µ": 1e-6, n: 1e-9 };
  const number = (cell) => {
    const text = (cell.title || cell.textContent).replace(/[\s\u2007\u2008,]/g, "").replace("\u2212", "-").replace(/^[><≥≤≈]+/, "");
    const m = text.match(/^(-?[\d.]+(?:e[-+]?\d+)?)([kMGTmµn]?)/);
    return m ? m[1] * (si[m[2]] || 1) : text === "" || text === "–" ? NaN : null;
  };
  const compare = (a, b) => {
    const x = number(a), y = number(b);
    if (x === null || y === null) return a.textContent.localeCompare(b.textContent, "en");
    return isNaN(x) || isNaN(y) ? isNaN(x) - isNaN(y) : x - y;
  };
  const cellAt = (row, column) => {
    for (const cell of row.cells) {
      if (column < cell.colSpan) return cell;
      column -= cell.colSpan;
    }
    return row.cells[0];
  };
  for (const figure of all("figure.table")) {
    const table = figure.querySelector("table"), id = figure.id, bodies = [...table.tBodies];
    const original = bodies.map((body) => [...body.rows]), heads = all("thead th", table), rows = original.flat();
    if (rows.length < 2) continue;
    const sort = (by) => {
      const column = parseInt(by), down = by.endsWith("d");
      heads.forEach((head, i) => {
        if (i === column) head.ariaSort = down ? "descending" : "ascending";
        else head.removeAttribute("aria-sort");
      });
      const at = heads.slice(0, column).reduce((n, head) => n + head.colSpan, 0);
      bodies.forEach((body, i) => {
        const sorted = [...original[i]];
        if (by) sorted.sort((a, b) => (down ? -1 : 1) * compare(cellAt(a, at), cellAt(b, at)));
        body.append(...sorted);
      });
    };
    heads.forEach((head, i) => {
      const button = make("button", { type: "button", className: "sort", title: "Sort by this column" }, ...head.childNodes);
      button.onclick = () => {
        const now = state.get(id + ".sort"), by = now === i + "a" ? i + "d" : now === i + "d" ? "" : i + "a";
        remember(id + ".sort", by);
        sort(by);
      };
      head.append(button);
    });
    restoring.push(() => sort(state.get(id + ".sort") || ""));
    if (rows.length < 12) continue;
    const found = make("span", { role: "status" });
    const box = make("input", { type: "search", placeholder: "Filter rows", ariaLabel: "Filter rows of " + (figure.querySelector(".label")?.textContent || "the table") });
    const filter = (words) => {
      let n = 0;
      for (const row of rows) {
        row.hidden = !words.toLowerCase().split(" ").every((w) => row.textContent.toLowerCase().includes(w));
        n += !row.hidden;
      }
      found.textContent = words ? n + " of " + rows.length : "";
    };
    box.oninput = () => filter(box.value);
    box.onchange = () => remember(id + ".rows", box.value);
    figure.querySelector(".scroll").before(make("p", { className: "tools" }, box, " ", found));
    restoring.push(() => filter((box.value = state.get(id + ".rows") || "")));
  }

  // Strategies: one can be highlighted in all figures and tables at once.
  const groups = all("svg g[data-name]"), names = new Map();
  for (const g of groups) names.set(g.dataset.name, (names.get(g.dataset.name) || 0) + 1);
  const heads = all("figure.table tbody th").filter((th) => names.has(th.textContent));
  const choice = make("select", { id: "highlight" }, make("option", { value: "", textContent: "nothing" }));
  for (const name of [...names.keys()].sort()) choice.append(make("option", { value: name, textContent: name }));
  const highlight = (name) => {
    choice.value = names.has(name) ? name : "";
    for (const svg of all("svg")) {
      const has = choice.value && all("g[data-name]", svg).some((g) => g.dataset.name === name);
      for (const g of all("g[data-name]", svg)) g.classList.toggle("dim", !!has && g.dataset.name !== name);
    }
    for (const th of heads) th.parentNode.classList.toggle("lit-row", th.textContent === choice.value);
  };
  const choose = (name) => {
    remember("highlight", name);
    highlight(name);
  };
  if (names.size > 1) {
    choice.onchange = () => choose(choice.value);
    for (const g of groups) g.addEventListener("click", () => choose(choice.value === g.dataset.name ? "" : g.dataset.name));
    const label = make("label", { className: "tools" }, "Highlight ", choice);
    const contents = document.getElementById("contents");
    if (contents) contents.append(label);
    else document.querySelector("main").prepend(label);
    restoring.push(() => highlight(state.get("highlight") || ""));
  }

  // Solutions: a board that moves, by buttons, a slider and keys.
  for (const steps of all("details.steps")) {
    const stage = steps.querySelector(".stage"), svg = stage.querySelector("svg"), said = all("li", steps), last = said.length - 1, tracks = [];
    for (const element of svg.querySelectorAll("*")) {
      for (const a of [...element.attributes].filter((a) => a.name.startsWith("data-at-"))) {
        const name = a.name.slice(8), first = name === "text" ? element.textContent : element.getAttribute(name);
        tracks.push({ element, name, values: [[0, first], ...a.value.split("|").map((v) => [parseInt(v), v.slice(v.indexOf(" ") + 1)])] });
      }
    }
    let at = 0, timer = 0;
    const slider = make("input", { type: "range", min: 0, max: last, value: 0, ariaLabel: "moves made" });
    const text = make("p", { role: "status" }), play = make("button", { type: "button", textContent: "Play" });
    const show = (k) => {
      k = Math.max(0, Math.min(last, k));
      stage.classList.toggle("jump", Math.abs(k - at) > 1);
      stage.classList.toggle("end", k === last);
      at = k;
      for (const { element, name, values } of tracks) {
        const value = values.findLast((v) => v[0] <= k)[1];
        if (name !== "text") element.setAttribute(name, value);
        else if (element.textContent !== value) element.textContent = value;
      }
      text.textContent = said[k].textContent;
      slider.value = k;
      slider.setAttribute("aria-valuetext", k + " of " + last);
    };
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = "Play";
    };
    play.onclick = () => {
      if (timer) return stop();
      if (at === last) show(0);
      play.textContent = "Pause";
      timer = setInterval(() => { show(at + 1); if (at === last) stop(); }, 600);
    };
    const go = (k) => { stop(); show(k); };
    slider.oninput = () => go(+slider.value);
    const button = (name, ariaLabel, to) => make("button", { type: "button", textContent: name, ariaLabel, onclick: () => go(to()) });
    stage.after(make("p", { className: "tools" }, slider, " ",
      button("|◀", "to the start", () => 0), " ", button("◀", "one move back", () => at - 1), " ", play, " ",
      button("▶", "one move on", () => at + 1), " ", button("▶|", "to the end", () => last)), text);
    steps.querySelector("ol").hidden = true;
    restoring.push(stop);
    show(0);
  }

  // Code and addresses: copied by a button.
  for (const pre of all("pre")) {
    const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
    button.onclick = async () => {
      try {
        await navigator.clipboard.writeText(pre.textContent.replace(/Copy$/, ""));
        button.textContent = "Copied";
      } catch {
        button.textContent = "Press Ctrl+C";
        getSelection().selectAllChildren(pre);
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    };
    pre.parentNode.insertBefore(make("div", { className: "copyable" }), pre).append(pre, button);
  }

  // A link into folded evidence opens it.
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  };
  addEventListener("hashchange", open);
  const restore = () => {
    for (const key of [...state.keys()]) state.delete(key);
    for (const [key, value] of new URLSearchParams(location.search)) state.set(key, value);
    for (const f of restoring) f();
    open();
  };
  addEventListener("popstate", restore);
  restore();
})();
