(() => {
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const one = (what, within = document) => within.querySelector(what);
  const make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };
  const control = (textContent, more) => make("button", { type: "button", textContent, ...more });
  let state = new URLSearchParams(location.search);

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
  const si = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, m: 1e-3, "µ": 1e-6, n: 1e-9, "%": 0.01 };
  const number = (cell) => {
    const text = (cell.title || cell.textContent).replace(/[\s,]/g, "").replace("\u2212", "-");
    const m = text.match(/^[><≥≤≈]*(-?[\d.]+(?:e[-+]?\d+)?)([kMGTmµn%]?)/);
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
  // A figure without rows has no table.
  for (const table of all("figure table")) {
    const figure = table.closest(".table"), id = figure.id, key = id + ".sort", bodies = [...table.tBodies];
    const original = bodies.map((body) => [...body.rows]), heads = all("thead th", table), rows = original.flat();
    if (rows.length < 2) continue;
    const sort = (by) => {
      const column = parseInt(by), down = by.endsWith("d");
      heads.forEach((head, i) => head.ariaSort = i !== column ? null : down ? "descending" : "ascending");
      const at = heads.slice(0, column).reduce((n, head) => n + head.colSpan, 0);
      const order = (a, b) => (down ? -1 : 1) * compare(cellAt(a, at), cellAt(b, at));
      bodies.forEach((body, i) => body.append(...(by ? original[i].toSorted(order) : original[i])));
    };
    heads.forEach((head, i) => {
      const button = control("", { className: "sort", title: "Sort by this column" });
      button.onclick = () => {
        const now = state.get(key), by = now === i + "a" ? i + "d" : now === i + "d" ? "" : i + "a";
        remember(key, by);
        sort(by);
      };
      button.append(...head.childNodes);
      head.append(button);
    });
    restoring.push(() => sort(state.get(key) || ""));
    if (rows.length < 12) continue;
    const found = make("span", { role: "status" });
    const box = make("input", { type: "search", placeholder: "Filter rows", ariaLabel: "Filter " + one(".label", figure)?.textContent });
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
    one(".scroll", figure).before(make("p", { className: "tools" }, box, " ", found));
    restoring.push(() => filter((box.value = state.get(id + ".rows") || "")));
  }

  // What only the script shows is packed into the page, and unpacked at once.
  const unpacked = (async () => {
    for (const { dataset } of all("template")) {
      const zip = new Response(Uint8Array.from(atob(dataset.packed), (c) => c.charCodeAt()));
      const innerHTML = await new Response(zip.body.pipeThrough(new DecompressionStream("gzip"))).text();
      for (const part of make("div", { innerHTML }).children) one(part.dataset.to).append(...part.childNodes);
    }
  })();

  // Axes: what stands at a place.
  const round = (v) => v.toLocaleString("en", { maximumSignificantDigits: 3 }).replace(/,/g, "\u202f").replace("-", "\u2212");
  const axisOf = (text) => {
    if (!text) return;
    const [kind, from, to, lo, hi, zero, edge, unit, ...label] = text.split(" "), name = label.join(" ");
    return (place) => {
      const share = (place - from) / (to - from), v = kind === "log" ? lo * (hi / lo) ** share : +lo + share * (hi - lo);
      const power = unit === "s" && v > 0 ? Math.max(0, Math.min(3, -Math.floor(Math.log10(v) / 3))) : 0;
      const number = v < zero * 1.01 || Math.abs(v) < (hi - lo) / 1e4 && kind !== "log" ? "0" : +edge && v > edge ? "beyond the limit" : round(unit === "%" ? 100 * v : v * 1000 ** power);
      return (name && name + ": ") + number + (unit === "-" ? "" : "\u202f" + (unit === "%" ? unit : ["s", "ms", "µs", "ns"][power]));
    };
  };

  // Charts: the values of a point that is pointed at, or reached by the arrow keys.
  const ring = make("p", { innerHTML: '<svg><circle class="ring" r="5"/></svg>' }).querySelector("circle");
  const points = (svg) => {
    if (svg.marks) return svg;
    const marks = svg.marks = [], lines = svg.lines = [];
    let x, y;
    for (const e of all("g.axes, g[data-name]:not(.label, .ruler) :is(use, path)", svg)) {
      if (e.matches(".axes")) {
        x = axisOf(e.dataset.x);
        y = axisOf(e.dataset.y);
      } else if (x || y) {
        const { name, shift = 0 } = e.closest("[data-name]").dataset;
        const add = (to, px, py) => to.push({ x: px, y: py, said: [name, x?.(px - shift), y?.(py)].filter(Boolean).join(" · ") });
        if (e.x) add(marks, e.x.baseVal.value, e.y.baseVal.value);
        else if (e.matches("[marker-mid]")) {
          let px = 0, py = 0;
          for (const [, dx, dy] of e.getAttribute("d").matchAll(/(-?[\d.]+) ?(-?[\d.]+)/g)) add(marks, px += +dx, py += +dy);
        } else for (let at = 0, end = e.getTotalLength(); at <= end; at += Math.max(1.5, end / 500)) {
          const p = e.getPointAtLength(at);
          add(lines, p.x, p.y);
        }
      }
    }
    return svg;
  };
  let chosen;
  const tip = make("p", { id: "tip", role: "status", hidden: true });
  document.body.append(tip);
  const point = (svg, p) => {
    ring.remove();
    tip.hidden = !p;
    if (!p) return;
    ring.setAttribute("cx", p.x);
    ring.setAttribute("cy", p.y);
    svg.append(ring);
    tip.textContent = p.said;
    const at = new DOMPoint(p.x, p.y).matrixTransform(svg.getScreenCTM());
    tip.style.left = Math.min(at.x + 9, innerWidth - tip.offsetWidth - 9) + "px";
    tip.style.top = Math.max(at.y - tip.offsetHeight - 9, 0) + "px";
  };
  addEventListener("pointermove", (e) => {
    const svg = e.target.closest?.(".card[tabindex] svg.chart");
    if (!svg) return tip.hidden || point();
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse()), { marks, lines } = points(svg);
    const near = (list) => list.reduce((best, p) => {
      const d = Math.hypot(p.x - at.x, p.y - at.y);
      return d < best.d ? { p, d } : best;
    }, { d: 12 }).p;
    point(svg, near(marks) || near(lines));
  });
  addEventListener("scroll", () => point());
  addEventListener("focusout", () => point());
  addEventListener("keydown", (e) => {
    const svg = e.target.matches?.(".card[tabindex]") && all("svg.chart", e.target).find((svg) => svg.getClientRects().length), by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (e.key === "Escape") point();
    if (!svg || !by) return;
    const { marks, lines } = points(svg), list = marks.length ? marks : lines.filter((_, i) => i % 10 === 0);
    if (!list.length) return;
    e.preventDefault();
    chosen = (list.length + by + (ring.ownerSVGElement === svg ? chosen : by > 0 ? -1 : 0)) % list.length;
    point(svg, list[chosen]);
  });

  // Charts have forms for phones, and on linear axes.
  for (const figure of all(".has-narrow, .has-linear")) {
    const key = figure.id + ".axes", button = control("Linear axes"), can = figure.matches(".has-linear");
    const form = async () => {
      const linear = can && state.get(key) === "linear";
      await unpacked;
      figure.classList.toggle("on-linear", linear);
      button.ariaPressed = linear;
      highlight(choice.value);
    };
    button.onclick = () => {
      remember(key, state.get(key) ? "" : "linear");
      form();
    };
    if (can) one(".card", figure).after(make("p", { className: "tools" }, button));
    restoring.push(form);
  }

  // Figures: what is seen of one, in a file.
  for (const figure of all(".plot[id]:has(.card svg)")) {
    const drawn = () => {
      ring.remove();
      const seen = all(".card svg", figure).find((e) => e.getClientRects().length), copy = seen.cloneNode(true), { width, height } = seen.viewBox.baseVal;
      for (const { href: { baseVal: to } } of all("use", copy)) { // shapes are shared by the figures of a page
        if (!one(to, copy)) copy.insertAdjacentHTML("afterbegin", `<defs>${one(to).outerHTML}</defs>`);
      }
      return { width, height, text: new XMLSerializer().serializeToString(Object.assign(copy, { id: "" })) };
    };
    const save = (href, ending) => make("a", { href, download: figure.id.replace(/^fig-/, "") + ending }).click();
    const vector = (text) => "data:image/svg+xml," + encodeURIComponent(text);
    const png = () => {
      const { width, height, text } = drawn(), canvas = make("canvas", { width: 3 * width, height: 3 * height }), paint = canvas.getContext("2d"), image = make("img");
      image.onload = () => {
        paint.scale(3, 3);
        paint.fillStyle = "#fff";
        paint.fillRect(0, 0, width, height);
        paint.drawImage(image, 0, 0, width, height);
        save(canvas.toDataURL(), ".png");
      };
      image.src = vector(text);
    };
    one("figcaption", figure).after(make("p", { className: "tools" }, "Download: ", control("SVG", { onclick: () => save(vector(drawn().text), ".svg") }), " ", control("PNG", { onclick: png })));
  }

  // Strategies: one can be highlighted in all figures and tables at once.
  const names = new Set(all("g[data-name]").map((g) => g.dataset.name));
  const heads = all(".table tbody th").filter((th) => names.has(th.textContent));
  const choice = make("select", { id: "highlight" }, make("option", { value: "", textContent: "nothing" }));
  for (const name of [...names].sort()) choice.append(make("option", { value: name, textContent: name }));
  const highlight = (name) => {
    choice.value = names.has(name) ? name : "";
    for (const svg of all("svg")) {
      const parts = all("g[data-name]", svg), lit = (g) => g.dataset.name === choice.value;
      for (const g of parts) g.classList.toggle("dim", parts.some(lit) && !lit(g));
    }
    for (const th of heads) th.parentNode.classList.toggle("lit-row", th.textContent === choice.value);
  };
  const choose = (name) => {
    remember("highlight", name);
    highlight(name);
  };
  if (names.size > 1) {
    choice.onchange = () => choose(choice.value);
    addEventListener("click", (e) => {
      const name = e.target.closest("g[data-name]")?.dataset.name;
      if (name) choose(choice.value === name ? "" : name);
    });
    const label = make("label", { className: "tools" }, "Highlight ", choice);
    (document.getElementById("contents") || one("header")).append(label);
    restoring.push(() => highlight(state.get("highlight") || ""));
  }

  // Solutions: a board that moves, by buttons, a slider and keys.
  const play = async (steps) => {
    const stage = one(".stage", steps), said = all("li", steps), last = said.length - 1, tracks = [];
    await unpacked;
    for (const element of all("svg *", stage)) {
      for (const a of element.attributes) {
        if (!a.name.startsWith("data-at-")) continue;
        const name = a.name.slice(8), first = name === "text" ? element.textContent : element.getAttribute(name);
        tracks.push({ element, name, values: [[0, first], ...a.value.split("|").map((v) => [parseInt(v), v.slice(v.indexOf(" ") + 1)])] });
      }
    }
    let at = 0, timer = 0;
    const slider = make("input", { type: "range", min: 0, max: last, value: 0, ariaLabel: "moves made" });
    const text = make("p", { role: "status" }), start = control("Play");
    const show = (k) => {
      k = Math.max(0, Math.min(last, +k));
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
      slider.ariaValueText = k + " of " + last;
    };
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      start.textContent = "Play";
    };
    start.onclick = () => {
      if (timer) return stop();
      if (at === last) show(0);
      start.textContent = "Pause";
      timer = setInterval(() => { show(at + 1); if (at === last) stop(); }, 600);
    };
    const go = (k) => (stop(), show(k));
    slider.oninput = () => go(slider.value);
    const button = (name, ariaLabel, by) => control(name, { ariaLabel, onclick: () => go(at + by) });
    stage.after(make("p", { className: "tools" }, slider, " ",
      button("|◀", "to the start", -last), " ", button("◀", "one move back", -1), " ", start, " ",
      button("▶", "one move on", 1), " ", button("▶|", "to the end", last)), text);
    one("ol", steps).hidden = true;
    restoring.push(stop);
    show(0);
  };
  for (const steps of all("details.steps")) {
    if (steps.open) play(steps);
    else steps.addEventListener("toggle", () => play(steps), { once: true });
  }

  // Code and addresses: copied by a button.
  for (const pre of all("pre")) {
    const button = control("Copy", { className: "copy" });
    button.onclick = () => navigator.clipboard?.writeText(pre.textContent).then(
      () => { button.textContent = "Copied"; },
      () => { getSelection().selectAllChildren(pre); });
    pre.parentNode.insertBefore(make("div", { className: "copyable" }), pre).append(pre, button);
  }

  // A link into folded evidence opens it.
  const open = () => {
    for (let e = document.getElementById(decodeURIComponent(location.hash.slice(1))); e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  };
  addEventListener("hashchange", open);
  const restore = () => {
    state = new URLSearchParams(location.search);
    for (const f of restoring) f();
    open();
  };
  addEventListener("popstate", restore);
  restore();
})();
