// Looks at the pages of a results folder in a real Chromium, at the widths of a desk and of
// a phone, light and dark: node pages.mjs BROWSER RESULTS, in a folder with playwright-core
// and axe-core. Exit status 1 with a line for each fault.
import { chromium } from "playwright-core";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const [executablePath, results] = process.argv.slice(2);
const require = createRequire(path.join(process.cwd(), "x.js")); // modules of the working folder
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
let faults = 0;
const fault = (...what) => { faults++; console.log("fault:", ...what); };

const open = async (file, options) => {
  const page = await (await browser.newContext(options)).newPage();
  for (const event of ["console", "pageerror"]) page.on(event, (m) => fault(file, event, m.text?.() ?? m));
  page.on("request", (r) => { if (!/^(file|data):/.test(r.url())) fault(file, "asks for", r.url()); });
  await page.goto("file://" + file);
  return page;
};

// What must stand on the first screen, besides the question.
const opening = { 1200: [".lead", "figure.key"], 390: [".lead"] };

const pages = fs.readdirSync(results).map((d) => path.join(results, d, "index.html")).filter((f) => fs.existsSync(f));
const lists = pages.map((f) => f.replace("index.html", "trials.html")).filter((f) => fs.existsSync(f));
const codes = pages.map((f) => f.replace("index.html", "code.html")).filter((f) => fs.existsSync(f));
// Pages of a kind share their looks: every second is seen wide and light, narrow and dark, the
// others the other way round, so that all that both widths show is seen in both colours.
for (const kind of [pages, lists, codes, [path.join(results, "index.html")]]) for (const [i, file] of kind.entries()) {
  for (const [width, height] of [[1200, 1000], [390, 844]]) {
    for (const colorScheme of ["light", "dark"]) {
      if (kind.length > 1 && (i + (width < 1200) + (colorScheme === "dark")) % 2) continue;
      const page = await open(file, { viewport: { width, height }, colorScheme, bypassCSP: true });
      const where = `${path.relative(results, file)} (${width}, ${colorScheme})`;
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) fault(where, "scrolls sideways");
      for (const what of pages.includes(file) ? opening[width] : []) {
        const bottom = await page.evaluate((w) => document.querySelector(w)?.getBoundingClientRect().bottom, what);
        if (!(bottom <= height)) fault(where, what, "ends at", bottom, "want at most", height);
      }
      for (const text of await page.evaluate(() => [...document.querySelectorAll("svg.chart text")].filter((e) => {
        const text = e.getBoundingClientRect(), all = e.ownerSVGElement.getBoundingClientRect();
        return text.width && (text.left < all.left - 1 || text.right > all.right + 1);
      }).map((e) => e.closest("figure")?.id + ": " + e.textContent))) fault(where, "cuts off in", text);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      for (const v of violations) fault(where, "axe:", v.id, v.nodes.length, v.nodes[0].html.slice(0, 200));
      await page.context().close();
    }
  }
}

// Paper: nothing wider than a page of A4 or Letter, no heading of a column lost.
for (const file of pages) {
  for (const [turned, width] of [[false, 673], [true, 935]]) {
    const page = await open(file, { viewport: { width, height: 1000 } });
    await page.emulateMedia({ media: "print" });
    for (const e of await page.evaluate(([turned, width]) => [...document.querySelectorAll("body *")]
      .filter((e) => !!e.closest(".turned") === turned && !e.closest("svg") && e.getBoundingClientRect().right > width + 1)
      .map((e) => e.tagName + " of " + e.closest("[id]")?.id), [turned, width])) fault(file, "on paper too wide:", e);
    if (!turned) {
      const size = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector("main p")).fontSize) * 0.75);
      if (size < 9.5) fault(file, "prints text of", size, "pt");
      for (const e of await page.evaluate(() => [...document.querySelectorAll("thead th *")]
        .filter((e) => !["inline", "contents"].includes(getComputedStyle(e).display)).map((e) => e.textContent))) fault(file, "does not repeat the heading on the next page:", e);
      const pdf = path.join(process.cwd(), "page.pdf");
      await page.pdf({ path: pdf, preferCSSPageSize: true });
      const squeeze = (s) => s.replace(/[\s\u00ad]/g, "");
      let text;
      try { text = squeeze(execFileSync("pdftotext", [pdf, "-"], { encoding: "utf8", maxBuffer: 1 << 27 })); } catch { text = undefined; }
      const words = await page.evaluate(() => [...document.querySelectorAll("figure.table thead th")].flatMap((th) => th.textContent.split(/\s+/)));
      if (text) for (const w of new Set(words)) if (!text.includes(squeeze(w))) fault(file, "prints no heading", w);
    }
    await page.context().close();
  }
}

// Use: sorting, filtering and highlighting, kept in the address and undone by going back.
for (const file of pages) {
  const page = await open(file, { viewport: { width: 1200, height: 1000 } });
  const table = page.locator("figure.table:has(tbody tr:nth-child(3))").first();
  const column = () => table.locator("tbody tr > *:last-child").allTextContents();
  const before = await column();
  const button = table.locator("thead button").last();
  await button.focus();
  await page.keyboard.press("Enter");
  if (await table.locator("th[aria-sort=ascending]").count() !== 1) fault(file, "sorts no column by keyboard");
  const sorted = await column();
  const choice = page.locator("#highlight"), name = await choice.locator("option").nth(1).getAttribute("value");
  await choice.selectOption(name);
  if (!page.url().includes("highlight=")) fault(file, "does not keep the highlight in its address");
  await page.reload();
  if ((await column()).join() !== sorted.join() || await choice.inputValue() !== name) fault(file, "forgets its state");
  await page.goBack();
  await page.goBack();
  if ((await column()).join() !== before.join() || await choice.inputValue() !== "") fault(file, "is not restored by going back");
  const box = page.locator(".tools input[type=search]").first();
  if (await box.count()) {
    const rows = page.locator("figure.table:has(.tools) tbody tr:visible"), all = await rows.count();
    await box.fill("no such row");
    if (await rows.count() >= all) fault(file, "filters no row");
  }
  const chart = page.locator('figure.plot[id]:has(g.axes[data-x])').first(), tip = page.locator("#tip");
  await chart.locator(".card").scrollIntoViewIfNeeded();
  await page.waitForTimeout(800); // until nothing scrolls any more
  await chart.locator(".card").focus();
  await page.keyboard.press("ArrowRight");
  const reached = await tip.textContent();
  if (await tip.isHidden() || !/\d/.test(reached)) fault(file, "says no value of a chart by keyboard");
  const ring = await chart.locator(".ring").boundingBox();
  await page.mouse.move(0, 0);
  if (await tip.isVisible()) fault(file, "shows a value that nobody points at");
  if (ring) {
    await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2);
    if (await tip.isHidden()) fault(file, "says no value of a chart by pointer");
  }
  const linear = page.locator('figure.plot button:has-text("Linear axes")').first();
  if (await linear.count()) {
    const shown = page.locator("figure.on-linear .svg.linear:visible");
    await linear.click();
    await shown.waitFor();
    await page.reload();
    await shown.waitFor();
    await page.goBack();
    if (await page.locator("figure.on-linear").count()) fault(file, "keeps linear axes after going back");
  }
  for (const steps of await page.locator("details.steps").all()) {
    const said = () => steps.locator("p[role=status]").textContent();
    await steps.locator("summary").click();
    await steps.getByLabel("one move on").click();
    const first = await said();
    await steps.locator("input[type=range]").focus();
    await page.keyboard.press("ArrowRight");
    if (!first || await said() === first) fault(file, "does not step through a solution by pointer and keyboard");
  }
  await page.context().close();

  const still = await open(file, { viewport: { width: 1200, height: 1000 }, javaScriptEnabled: false });
  if (await still.locator("button, input, select").count()) fault(file, "shows controls that do nothing without scripts");
}
for (const file of lists) {
  const page = await open(file, { viewport: { width: 1200, height: 1000 } });
  const first = () => page.locator("tbody tr").first().textContent(), begin = await first();
  await page.click("#later");
  const second = await first();
  await page.locator("thead button").nth(7).click();
  await page.locator("thead button").nth(7).click();
  const most = await first();
  await page.goBack();
  await page.goBack();
  if (begin === second || second === most || await first() !== second) fault(file, "does not turn over, sort, or go back");
  await page.fill("#filter", "no such row");
  await page.press("#filter", "Enter");
  if (await page.locator("tbody tr").count()) fault(file, "filters no row");
  await page.context().close();
}
await browser.close();
console.log(`${pages.length + lists.length + codes.length + 1} pages looked at, ${faults} faults`);
process.exit(faults ? 1 : 0);
