(() => {
  const { columns, rows } = JSON.parse(document.getElementById("rows").textContent), size = 100;
  const byId = (id) => document.getElementById(id), body = document.querySelector("tbody"), heads = [...document.querySelectorAll("thead th")];
  const box = byId("filter"), found = byId("found"), earlier = byId("earlier"), later = byId("later");
  let state = new URLSearchParams(location.search), shown = rows;
  const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : a === "" || b === "" ? (a === "") - (b === "") : String(a).localeCompare(String(b), "en");
  const draw = () => {
    const words = (state.get("rows") || "").toLowerCase().split(" "), by = state.get("sort") || "", column = parseInt(by), sign = by.endsWith("d") ? -1 : 1;
    shown = rows.filter((row) => { const text = row.join(" ").toLowerCase(); return words.every((w) => text.includes(w)); });
    if (by) shown.sort((a, b) => sign * compare(a[column], b[column]));
    heads.forEach((head, i) => {
      if (i === column) head.ariaSort = sign < 0 ? "descending" : "ascending";
      else head.removeAttribute("aria-sort");
    });
    const page = Math.min(+state.get("page") || 0, Math.max(0, Math.ceil(shown.length / size) - 1)), from = page * size;
    body.replaceChildren(...shown.slice(from, from + size).map((row) => {
      const tr = document.createElement("tr");
      row.forEach((value, i) => {
        const td = tr.insertCell();
        td.className = heads[i].className;
        td.textContent = value;
      });
      return tr;
    }));
    box.value = state.get("rows") || "";
    found.textContent = shown.length ? `${from + 1} to ${Math.min(from + size, shown.length)} of ${shown.length}` : "none";
    earlier.disabled = page === 0;
    later.disabled = from + size >= shown.length;
    earlier.onclick = () => set("page", page - 1);
    later.onclick = () => set("page", page + 1);
  };
  const set = (key, value) => {
    if (value) state.set(key, value);
    else state.delete(key);
    if (key !== "page") state.delete("page");
    try {
      history.pushState(null, "", state.size ? "?" + state : location.pathname);
    } catch { /* some browsers keep the address of a file as it is */ }
    draw();
  };
  heads.forEach((head, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = columns[i];
    button.onclick = () => {
      const now = state.get("sort");
      set("sort", now === i + "a" ? i + "d" : now === i + "d" ? "" : i + "a");
    };
    head.replaceChildren(button);
  });
  box.onchange = () => set("rows", box.value);
  document.querySelector(".tools").hidden = false;
  addEventListener("popstate", () => {
    state = new URLSearchParams(location.search);
    draw();
  });
  draw();
})();
