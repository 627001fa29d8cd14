(async () => {
  const byId = (id) => document.getElementById(id), zip = new Response(Uint8Array.from(atob(byId("data").dataset.packed), (c) => c.charCodeAt()));
  const pictures = await new Response(zip.body.pipeThrough(new DecompressionStream("gzip"))).json();
  const show = () => {
    const name = decodeURIComponent(location.hash.slice(1)), svg = pictures[name], picture = byId("picture");
    byId("said").textContent = svg ? name : name ? name + " has no picture." : Object.keys(pictures).length + " pictures: choose an instance in the explorer.";
    picture.closest("figure").hidden = !svg;
    if (!svg) return;
    picture.src = "data:image/svg+xml," + encodeURIComponent(svg);
    picture.alt = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("desc")?.textContent || name;
  };
  addEventListener("hashchange", show);
  show();
})();
