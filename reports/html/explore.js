(async () => {
  const byId = (id) => document.getElementById(id), one = (what, within = document) => within.querySelector(what), all = (what, within) => [...within.querySelectorAll(what)];
  const make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };
  const zip = new Response(Uint8Array.from(atob(byId("data").dataset.packed), (c) => c.charCodeAt()));
  const { study, columns: named, rows: trials, texts, undrawn } = await new Response(zip.body.pipeThrough(new DecompressionStream("gzip"))).json();

  // Trials become rows, one an instance and repeat of a set, each with the cells of its strategies.
  const columns = named.map((c) => c.name), at = Object.fromEntries(columns.map((c, i) => [c, i])), keys = ["size", "number", "repeat"];
  const metrics = columns.filter((c) => !["set", "strategy", "outcome", ...keys].includes(c)), sets = new Map(), switches = ["linear", "fit", "any"];
  for (const t of trials) {
    const name = t[at.set], set = sets.get(name) || { rows: new Map(), strategies: new Set() };
    sets.set(name, set);
    set.strategies.add(t[at.strategy]);
    set.repeats ||= t[at.repeat] > 0;
    const key = keys.map((k) => t[at[k]]).join("/"), row = set.rows.get(key) || { cells: {}, set: name, name: name + "/" + key.slice(0, key.lastIndexOf("/")) };
    set.rows.set(key, row);
    for (const k of keys) row[k] = t[at[k]];
    row.cells[t[at.strategy]] = t;
  }
  for (const set of sets.values()) {
    set.rows = [...set.rows.values()].sort((a, b) => a.size - b.size || a.number - b.number || a.repeat - b.repeat);
    set.strategies = [...set.strategies];
    set.compared = 0; // the instances of the two strategies that share most
    for (const a of set.strategies) for (const b of set.strategies) {
      const n = a < b ? set.rows.filter((row) => row.cells[a] && row.cells[b]).length : 0;
      if (n > set.compared) Object.assign(set, { compared: n, pair: [a, b] });
    }
    for (const row of set.rows) row.words = [row.name, ...(texts[row.name] || [])].join(" ").toLowerCase();
  }

  // A choice is in the address: the set, the value, both axes, filters.
  const read = () => new URLSearchParams(location.hash.slice(1));
  let state = read();
  const is = (key, otherwise = "") => state.get(key) ?? otherwise;
  const change = (key, value, push = true) => {
    if (value) state.set(key, value);
    else state.delete(key);
    if (key !== "page" && key !== "at") state.delete("page");
    try {
      history[push ? "pushState" : "replaceState"](null, "", "#" + state);
    } catch { /* some browsers keep the address of a file as it is */ }
    update();
  };
  // A column is size, number, repeat, a strategy with the value that is chosen, or VALUE:STRATEGY.
  let set, value, shown = [], points = [], chosen = -1;
  const parts = (id) => keys.includes(id) ? [id] : metrics.includes(id.split(":")[0]) ? [id.split(":")[0], id.slice(id.indexOf(":") + 1)] : [value, id];
  const cell = (row, id) => row.cells[parts(id)[1]];
  const get = (row, id) => {
    const [what, strategy] = parts(id), v = strategy === undefined ? row[what] : row.cells[strategy]?.[at[what]];
    return typeof v === "number" ? v : NaN;
  };
  const stopped = (row, id) => /^limit|cancel|fail/.test(cell(row, id)?.[at.outcome] || "");
  const titled = (id) => keys.includes(id) ? id : parts(id).join(", ");
  const exact = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 }), compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
  const number = (v) => isNaN(v) ? "–" : exact.format(v).replace(/,/g, "\u202f");

  // Filters: words, 10:100, >5, <5, =5, or the words of an outcome.
  const passes = (id, text) => {
    const range = text.match(/^\s*([-\d.e]*)\s*:\s*([-\d.e]*)\s*$/i), sign = text.match(/^\s*([<>=]?)\s*(-?[\d.]+(?:e\d+)?)\s*$/i);
    if (range) return (row) => (range[1] === "" || get(row, id) >= +range[1]) && (range[2] === "" || get(row, id) <= +range[2]);
    if (sign) return (row) => { const v = get(row, id), x = +sign[2]; return sign[1] === "<" ? v < x : sign[1] === ">" ? v > x : v === x; };
    return (row) => (cell(row, id)?.[at.outcome] || "").includes(text.trim());
  };

  // Figures are shapes, which become SVG here and SVG, PNG or PDF in a file.
  const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#997700", "#3b9dd8", "#7a5195", "#8a8a8a"], W = innerWidth < 500 ? 420 : 560, H = 420, L = 84, R = W - 20, T = 20, B = 370;
  const scale = (values, from, to, log) => {
    let lo = Math.min(...values), hi = Math.max(...values);
    if (!(hi > lo)) [lo, hi] = log ? [lo / 2, hi * 2] : [lo - 1, hi + 1];
    const f = log ? Math.log10 : (v) => v, place = (v) => from + (f(v) - f(lo)) / (f(hi) - f(lo)) * (to - from), ticks = [];
    const ten = 10 ** Math.floor(Math.log10((hi - lo) / 2)), step = log ? Math.max(1, Math.ceil(Math.log10(hi / lo) / 6)) : ten * ((hi - lo) / ten > 10 ? 5 : (hi - lo) / ten > 5 ? 2 : 1);
    for (let k = Math.ceil(f(lo) / step); k * step <= f(hi) + 1e-9; k++) ticks.push(log ? 10 ** (k * step) : +(k * step).toPrecision(12));
    return { place, ticks: ticks.length ? ticks : [lo, hi], lo, hi, f, log: log ? "log₁₀\u202f" : "" };
  };
  const short = (v) => Math.abs(v) >= 1e4 ? compact.format(v) : number(v);
  const axes = (shapes, x, y, xTitle, yTitle) => {
    shapes.push({ line: [[L, B], [R, B]] }, { line: [[L, B], [L, T]] });
    for (const v of x.ticks) shapes.push({ line: [[x.place(v), B], [x.place(v), B + 5]] }, { text: short(v), x: x.place(v), y: B + 18, to: "middle" });
    for (const v of y.ticks) shapes.push({ line: [[L - 5, y.place(v)], [L, y.place(v)]] }, { text: short(v), x: L - 8, y: y.place(v) + 4, to: "end" });
    shapes.push({ text: xTitle, x: (L + R) / 2, y: B + 38, to: "middle" }, { text: yTitle, x: 4, y: T - 7, to: "start" });
    return shapes;
  };
  const logs = (values) => !is("linear") && Math.min(...values) > 0 && Math.max(...values) > 20 * Math.min(...values);
  // The least squares of the filled dots, on the scales as drawn.
  const fitted = (shapes, x, y) => {
    const dots = points.filter((p) => !p.open), mean = (f) => dots.reduce((sum, p) => sum + f(p), 0) / dots.length;
    const u = (p) => x.f(p.vx), v = (p) => y.f(p.vy), mu = mean(u), mv = mean(v), uv = mean((p) => (u(p) - mu) * (v(p) - mv)), uu = mean((p) => (u(p) - mu) ** 2), vv = mean((p) => (v(p) - mv) ** 2);
    if (!(uu * vv > 0)) return " No regression line: all x or all y are equal.";
    const b = uv / uu, a = mv - b * mu, below = (w) => (w - a) / b, ends = [below(y.f(y.lo)), below(y.f(y.hi))]; // where it leaves the figure
    const from = Math.max(x.f(x.lo), Math.min(...ends)), to = Math.min(x.f(x.hi), Math.max(...ends)), back = (s, w) => s.place(s.log ? 10 ** w : w);
    shapes.push({ line: [from, to].map((w) => [back(x, w), back(y, a + b * w)]), colour: colours[1] });
    return ` Regression line: ${y.log}y = ${number(+a.toPrecision(3))} ${b < 0 ? "−" : "+"} ${number(+Math.abs(b).toPrecision(3))} ${x.log}x, R² = ${(uv * b / vv).toFixed(3)}.`;
  };
  const scatter = (xid, yid) => {
    points = shown.map((row) => ({ row, vx: get(row, xid), vy: get(row, yid) })).filter((p) => isFinite(p.vx) && isFinite(p.vy));
    if (!points.length) return [[], "No instance has both values."];
    const xs = points.map((p) => p.vx), ys = points.map((p) => p.vy), same = parts(xid).length + parts(yid).length === 4 && parts(xid)[0] === parts(yid)[0], all = [...xs, ...ys];
    const x = scale(same ? all : xs, L, R, logs(same ? all : xs)), y = scale(same ? all : ys, B, T, logs(same ? all : ys)), shapes = axes([], x, y, titled(xid), titled(yid));
    if (same) shapes.push({ line: [[x.place(x.lo), y.place(x.lo)], [x.place(x.hi), y.place(x.hi)]], dashed: true });
    for (const p of points) shapes.push(Object.assign(p, { x: x.place(p.vx), y: y.place(p.vy), dot: true, open: stopped(p.row, xid) || stopped(p.row, yid), colour: colours[0] }));
    const n = (pass) => points.filter(pass).length, open = n((p) => p.open), line = is("fit") ? fitted(shapes, x, y) : "";
    return [shapes, (same ? `${titled(yid)} is smaller on ${n((p) => p.vy < p.vx)}, equal on ${n((p) => p.vy === p.vx)} and larger on ${n((p) => p.vy > p.vx)} of ${points.length}.` + (open ? ` ${open} open dots: a limit stopped a run.` : "") : `${points.length} points.`) + line];
  };
  const quantiles = (ids) => {
    const curves = ids.map((id) => ({ id, sorted: shown.map((row) => ({ row, v: get(row, id) })).filter((p) => isFinite(p.v) && !stopped(p.row, id)).sort((a, b) => a.v - b.v) })).filter((c) => c.sorted.length);
    points = [];
    if (!curves.length) return [[], "No instance has a value."];
    const all = curves.flatMap((c) => c.sorted.map((p) => p.v)), x = scale([0, Math.max(...curves.map((c) => c.sorted.length))], L, R, false), y = scale(all, B, T, logs(all));
    const shapes = axes([], x, y, "instances answered", ids.length > 1 ? value : titled(ids[0]));
    curves.forEach(({ id, sorted }, i) => {
      const colour = colours[i % colours.length], dots = sorted.map((p, k) => ({ row: p.row, vx: k + 1, vy: p.v, x: x.place(k + 1), y: y.place(p.v), dot: true, small: true, colour }));
      points.push(...dots);
      shapes.push({ line: dots.map((p) => [p.x, p.y]), colour }, ...dots, { text: id, x: L + 12, y: T + 14 + 15 * i, to: "start", colour });
    });
    return [shapes, `${curves.length} curve${curves.length > 1 ? "s" : ""} of answered instances in the order of their values.`];
  };
  const fix = (v) => +v.toFixed(1), clean = (s) => String(s).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt()};`);
  const svg = (shapes, ink) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" font-family="Helvetica, Arial, sans-serif" font-size="13">` + shapes.map((s) => {
    const colour = s.colour || ink;
    if (s.text !== undefined) return `<text x="${fix(s.x)}" y="${fix(s.y)}" text-anchor="${s.to}" fill="${colour}">${clean(s.text)}</text>`;
    if (s.dot) return `<circle cx="${fix(s.x)}" cy="${fix(s.y)}" r="${s.small ? 1.5 : 3.5}" fill="${s.open ? "none" : colour}" stroke="${colour}" fill-opacity=".6"/>`;
    return `<path d="M${s.line.map((p) => p.map(fix).join(" ")).join("L")}" fill="none" stroke="${colour}"${s.dashed ? ' stroke-dasharray="4 4"' : ""}/>`;
  }).join("") + "</svg>";
  const pdf = (shapes) => {
    const rgb = (c = "#000000") => [1, 3, 5].map((i) => (parseInt(c.slice(i, i + 2), 16) / 255).toFixed(3)).join(" "), up = (y) => fix(H - y), k = 0.5523;
    const said = (s) => [...String(s).replace(/[\u202f–]/g, (c) => c === "–" ? "-" : " ")].map((c) => c > "~" ? "?" : c).join(""), wide = (s) => said(s).length * 6.4;
    const content = shapes.map((s) => {
      if (s.text !== undefined) return `${rgb(s.colour)} rg BT /F 12 Tf ${fix(s.x - (s.to === "end" ? wide(s.text) : s.to === "middle" ? wide(s.text) / 2 : 0))} ${up(s.y)} Td (${said(s.text).replace(/[\\()]/g, "\\$&")}) Tj ET`;
      if (!s.dot) return `${rgb(s.colour)} RG ${s.dashed ? "[4 4]" : "[]"} 0 d ` + s.line.map(([x, y], i) => `${fix(x)} ${up(y)} ${i ? "l" : "m"}`).join(" ") + " S";
      const r = s.small ? 1.5 : 3.5, x = s.x, y = H - s.y, c = (...v) => v.map((n) => n.toFixed(2)).join(" ") + " c ";
      return `${rgb(s.colour)} RG ${rgb(s.colour)} rg [] 0 d ${fix(x + r)} ${fix(y)} m ` + c(x + r, y + k * r, x + k * r, y + r, x, y + r) + c(x - k * r, y + r, x - r, y + k * r, x - r, y) + c(x - r, y - k * r, x - k * r, y - r, x, y - r) + c(x + k * r, y - r, x + r, y - k * r, x + r, y) + (s.open ? "S" : "B");
    }).join("\n");
    const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${W} ${H}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
    let text = "%PDF-1.4\n", table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
    objects.forEach((o, i) => {
      table += String(text.length).padStart(10, "0") + " 00000 n \n";
      text += `${i + 1} 0 obj${o}endobj\n`;
    });
    return text + table + `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  };
  const save = (data, type, ending) => {
    const a = make("a", { href: URL.createObjectURL(new Blob([data], { type })), download: `${study}-${set}.${ending}` });
    a.click();
    URL.revokeObjectURL(a.href);
  };
  let shapes = [];
  const ids = () => ["size", "number", ...(sets.get(set).repeats ? ["repeat"] : []), ...sets.get(set).strategies];
  const quoted = (v) => /[",\n]/.test(v) ? `"${String(v).replace(/"/g, '""')}"` : v;
  const files = {
    SVG: () => save(svg(shapes, "#000"), "image/svg+xml", "svg"),
    PNG: () => {
      const image = make("img", {}), canvas = make("canvas", { width: 3 * W, height: 3 * H }), paint = canvas.getContext("2d");
      image.onload = () => {
        paint.fillStyle = "#fff";
        paint.fillRect(0, 0, 3 * W, 3 * H);
        paint.drawImage(image, 0, 0, 3 * W, 3 * H);
        canvas.toBlob((blob) => save(blob, "image/png", "png"));
      };
      image.src = "data:image/svg+xml," + encodeURIComponent(svg(shapes, "#000"));
    },
    PDF: () => save(pdf(shapes), "application/pdf", "pdf"),
    "Data (CSV)": () => {
      const names = [...ids().filter((id) => keys.includes(id)), ...sets.get(set).strategies.flatMap((s) => ["outcome", ...metrics].map((m) => m + ":" + s))];
      save([names, ...shown.map((row) => names.map((n) => n.startsWith("outcome:") ? row.cells[n.slice(8)]?.[at.outcome] ?? "" : isNaN(get(row, n)) ? "" : get(row, n)))].map((r) => r.map(quoted).join(",")).join("\n") + "\n", "text/csv", "csv");
    },
  };

  // What is shown.
  const fill = (select, options, now) => {
    const key = options.join("\n");
    if (select.options.key !== key) select.replaceChildren(...options.map(([v, text]) => make("option", { value: v, textContent: text })));
    select.options.key = key;
    select.value = now;
  };
  const choose = () => change("columns", all("input:checked", byId("columns")).map((box) => box.value).join(" "));
  const update = () => {
    value = metrics.includes(is("value")) ? is("value") : "expanded";
    const has = (name) => ["x", "y"].filter((k) => sets.get(name).strategies.includes(parts(is(k))[1])).length;
    set = sets.has(is("set")) ? is("set") : [...sets.keys()].sort((a, b) => has(b) - has(a) || sets.get(b).compared - sets.get(a).compared)[0];
    const { rows, strategies } = sets.get(set), list = ids(), known = (id) => keys.includes(id) || strategies.includes(parts(id)[1]);
    const pair = sets.get(set).pair || [strategies[0], "size"], other = known(is("x")) ? pair.find((s) => s !== is("x")) : pair[1];
    const x = known(is("x")) ? is("x") : pair.find((s) => s !== is("y")), y = known(is("y")) ? is("y") : other;
    const q = is("view") === "quantiles", drawnOf = q ? known(is("of")) ? [is("of")] : strategies : [x, y], need = (row) => is("any") || drawnOf[q ? "some" : "every"]((id) => isFinite(get(row, id)));
    const words = is("find").toLowerCase().split(" "), filters = [...state].filter(([k, v]) => k.startsWith("f.") && v && known(k.slice(2))).map(([k, v]) => passes(k.slice(2), v));
    const outcome = is("outcome"), ended = (row) => !outcome || Object.values(row.cells).some((t) => t[at.outcome] === outcome);
    shown = rows.filter((row) => need(row) && ended(row) && words.every((w) => row.words.includes(w)) && filters.every((pass) => pass(row)));
    const by = is("sort"), column = by.slice(0, -1), sign = by.endsWith("-") ? -1 : 1;
    if (by) shown.sort((a, b) => { const p = get(a, column), q = get(b, column); return isNaN(p) || isNaN(q) ? isNaN(p) - isNaN(q) : sign * (p - q); });

    const options = [...list.map((id) => [id, keys.includes(id) ? id : `${id} (${value})`]), ...metrics.filter((m) => m !== value).flatMap((m) => strategies.map((s) => [m + ":" + s, `${s} (${m})`]))];
    fill(byId("set"), [...sets].map(([name, s]) => [name, `${name} (${s.rows.length})`]), set);
    fill(byId("outcome"), [["", "any"], ...[...new Set(rows.flatMap((row) => Object.values(row.cells).map((t) => t[at.outcome])))].sort().map((o) => [o, o])], outcome);
    fill(byId("value"), metrics.map((m) => [m, m]), value);
    fill(byId("x"), options, x);
    fill(byId("y"), options, y);
    fill(byId("of"), [["", `all strategies (${value})`], ...options], is("of"));
    byId("view").value = is("view", "scatter");
    for (const id of switches) byId(id).checked = !!is(id);
    byId("x").parentNode.hidden = byId("y").parentNode.hidden = byId("fit").parentNode.hidden = q;
    byId("of").parentNode.hidden = !q;
    if (document.activeElement !== byId("find")) byId("find").value = is("find");

    const [drawn, said] = q ? quantiles(drawnOf) : scatter(x, y);
    shapes = drawn;
    chosen = -1;
    byId("card").innerHTML = svg(shapes, "currentColor").replace("<svg ", `<svg class="chart" role="img" aria-label="${clean(said)}" `);
    byId("said").textContent = said;
    byId("found").textContent = `${shown.length} of ${rows.length} instances`;
    // The columns are the chosen keys, and each chosen value of each chosen strategy.
    const names = [...list, ...metrics], wanted = (name) => is("columns", [...list, value].join(" ")).split(" ").includes(name);
    if (byId("columns").names !== (byId("columns").names = names.join(" "))) byId("columns").replaceChildren(...names.flatMap((name) => [make("label", {}, make("input", { type: "checkbox", value: name, onchange: choose }), " " + name), " "]));
    for (const box of all("input", byId("columns"))) box.checked = wanted(box.value);
    table([...list.filter((id) => keys.includes(id) && wanted(id)), ...strategies.filter(wanted).flatMap((s) => metrics.filter(wanted).map((m) => m === value ? s : m + ":" + s))], by);
    details();
  };

  const size = 100, body = one("tbody"), heads = one("thead"), foot = make("tfoot", {});
  one("table").append(foot);
  let head = "";
  const table = (list, by) => {
    if (head !== (head = list.join("\n"))) {
      heads.replaceChildren(make("tr", {}, make("th", { className: "w", scope: "col", textContent: "instance" }), ...list.map((id) => {
        const button = make("button", { type: "button", className: "sort", textContent: titled(id) === `${value}, ${id}` ? id : titled(id) });
        button.onclick = () => change("sort", is("sort") === id + "+" ? id + "-" : is("sort") === id + "-" ? "" : id + "+");
        return make("th", { scope: "col" }, button);
      })), make("tr", {}, make("td", { className: "w", textContent: "filter" }), ...list.map((id) => {
        const box = make("input", { placeholder: "10:100", ariaLabel: `Filter ${id}: a range such as 10:100, >5, or an outcome`, size: 7 });
        box.oninput = () => change("f." + id, box.value, false);
        return make("td", {}, box);
      })));
    }
    list.forEach((id, i) => {
      const th = heads.rows[0].cells[i + 1], box = one("input", heads.rows[1].cells[i + 1]);
      if (by.slice(0, -1) === id) th.ariaSort = by.endsWith("-") ? "descending" : "ascending";
      else th.removeAttribute("aria-sort");
      if (document.activeElement !== box) box.value = is("f." + id);
    });
    const page = Math.min(+is("page") || 0, Math.max(0, Math.ceil(shown.length / size) - 1)), from = page * size;
    body.replaceChildren(...shown.slice(from, from + size).map((row) => {
      const button = make("button", { type: "button", className: "sort", textContent: row.name });
      button.onclick = () => open(row);
      return make("tr", {}, make("th", { scope: "row", className: "w" }, button), ...list.map((id) => make("td", { textContent: (stopped(row, id) ? ">\u202f" : "") + number(get(row, id)) })));
    }));
    const values = list.map((id) => shown.map((row) => get(row, id)).filter(isFinite).sort((a, b) => a - b)), sum = (v) => v.reduce((a, b) => a + b, 0);
    const line = (name, f) => make("tr", {}, make("th", { scope: "row", className: "w", textContent: name }), ...list.map((id, i) => make("td", { textContent: keys.includes(id) && name !== "median" ? "" : f(values[i], id) })));
    foot.replaceChildren(
      line("sum", (v) => number(sum(v))), line("mean", (v) => number(sum(v) / v.length)),
      line("median", (v) => number(v.length ? (v[(v.length - 1) >> 1] + v[v.length >> 1]) / 2 : NaN)),
      line("runs", (v) => v.length), line("stopped", (v, id) => shown.filter((row) => stopped(row, id)).length));
    byId("pages").parentNode.hidden = shown.length <= size;
    byId("pages").textContent = shown.length > size ? `${from + 1} to ${Math.min(from + size, shown.length)}` : "";
    byId("earlier").disabled = page === 0;
    byId("later").disabled = from + size >= shown.length;
    byId("earlier").onclick = () => change("page", page - 1);
    byId("later").onclick = () => change("page", page + 1);
  };

  // One instance: what it is, what each strategy did, and where more is.
  const open = (row) => {
    change("at", row.name + (row.repeat ? "/" + row.repeat : ""));
    byId("instance").scrollIntoView({ block: "nearest" });
    byId("instance").focus({ preventScroll: true });
  };
  const details = () => {
    const row = sets.get(set).rows.find((row) => row.name + (row.repeat ? "/" + row.repeat : "") === is("at")), box = byId("instance");
    box.hidden = !row;
    if (!row) return;
    const [text, solution] = texts[row.name] || [], strategies = Object.keys(row.cells);
    const close = make("button", { type: "button", textContent: "Close" });
    close.onclick = () => (change("at", ""), byId("card").focus());
    box.replaceChildren(
      make("h2", { textContent: row.name }),
      ...(text ? [make("pre", { tabIndex: 0, textContent: text })] : []),
      ...(solution ? [make("p", { textContent: "A solution:" }), make("pre", { tabIndex: 0, textContent: solution })] : []),
      make("p", {}, make("a", { href: "trials.html?rows=" + encodeURIComponent(`${row.set} ${row.size} ${row.number}`), textContent: "Its trials" }), ...(!text || undrawn.includes(row.name) ? [] : [", ", make("a", { href: "pictures.html#" + encodeURIComponent(row.name), textContent: "its picture" })]), ". Its solution in steps: ", make("code", { textContent: `puzzlelab show trial ${study}/${row.name}/${strategies[0]}` })),
      make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Trials of the instance" }, make("table", {}, make("thead", {}, make("tr", {}, ...["strategy", "outcome", ...metrics].map((m) => make("th", { scope: "col", textContent: m })))),
        make("tbody", {}, ...strategies.map((s) => make("tr", {}, make("th", { scope: "row", textContent: s }), make("td", { textContent: row.cells[s][at.outcome] }), ...metrics.map((m) => make("td", { textContent: number(get(row, m + ":" + s)) }))))))),
      make("p", { className: "tools" }, close));
  };

  // Points: pointed at, or reached by the arrow keys; a click or Enter opens the instance.
  const card = byId("card"), tip = byId("tip");
  const mark = (i) => {
    chosen = i;
    card.querySelector(".ring")?.remove();
    const p = points[i];
    tip.textContent = p ? `${p.row.name}: ${number(p.vx)}, ${number(p.vy)}` : "";
    if (p) one("svg", card).insertAdjacentHTML("beforeend", `<circle class="ring" cx="${fix(p.x)}" cy="${fix(p.y)}" r="7"/>`);
  };
  const near = (e) => {
    const drawing = one("svg", card);
    if (!drawing) return -1;
    const m = new DOMPoint(e.clientX, e.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return points.reduce((best, p, i) => { const d = Math.hypot(p.x - m.x, p.y - m.y); return d < best.d ? { i, d } : best; }, { i: -1, d: 14 }).i;
  };
  card.onpointermove = (e) => mark(near(e));
  card.onclick = (e) => { const i = near(e); if (i >= 0) open(points[i].row); };
  card.onkeydown = (e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (by && points.length) {
      e.preventDefault();
      mark((chosen < 0 ? (by > 0 ? 0 : points.length - 1) : chosen + by + points.length) % points.length);
    } else if (e.key === "Enter" && points[chosen]) open(points[chosen].row);
  };

  for (const id of ["set", "value", "x", "y", "of", "view", "outcome"]) byId(id).onchange = (e) => {
    if (id === "set") state = new URLSearchParams([...state].filter(([k]) => k === "value" || k === "view"));
    change(id, e.target.value);
  };
  for (const id of switches) byId(id).onchange = (e) => change(id, e.target.checked ? "1" : "");
  byId("find").oninput = (e) => change("find", e.target.value, false);
  byId("all").onclick = () => {
    state = new URLSearchParams([...state].filter(([k]) => !k.startsWith("f.") && k !== "find" && k !== "outcome"));
    change("sort", "");
  };
  for (const [name, write] of Object.entries(files)) byId("files").append(make("button", { type: "button", textContent: name, onclick: write }), " ");
  byId("explorer").hidden = false;
  byId("unscripted").remove();
  const back = () => (state = read(), update());
  addEventListener("popstate", back);
  addEventListener("hashchange", back);
  update();
})();
