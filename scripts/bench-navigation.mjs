/** Measures a navigation inside the app, from the click until the new page is painted. */

const rounds = 8;
const places = (examples) => [
  ["/agents", "#navigation"],
  [examples[":agentId"], "main"],
  ["/numbers", "#navigation"],
  ["/numbers/search", "main"],
  ["/call-history", "#navigation"],
  [examples[":callId"], "main"],
  ["/dashboard", "#navigation"],
];

const quantile = (values, q) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

/** Clicks a link and returns the milliseconds until its page is painted, and the data requests made before. */
async function go(page, [path, region]) {
  await page.locator(`${region} a[href="${path}"]`).first().waitFor();
  return page.evaluate(
    ([path, region]) =>
      new Promise((resolve) => {
        const link = document.querySelector(`${region} a[href="${path}"]`);
        const before = document.querySelector("main h1")?.textContent;
        const start = performance.now();
        const asked = () =>
          performance
            .getEntriesByType("resource")
            .filter(({ name, startTime }) => startTime >= start && new URL(name).pathname.endsWith(".data"));
        const look = () => {
          const heading = document.querySelector("main h1")?.textContent;
          if (location.pathname !== path || !heading || heading === before) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve({ ms: performance.now() - start, asked: asked().length }));
        };
        link.click();
        look();
      }),
    [path, region],
  );
}

/**
 * Visits all places twice, several times, each time from a page that was loaded anew.
 * @returns {Promise<{ figure: string, value: number, unit: string, limit: string }[]>}
 */
export async function measureNavigation(page, examples) {
  const fresh = [];
  const known = [];
  let asked = 0;
  for (let round = 0; round < rounds; round++) {
    await page.goto("/dashboard");
    await page.waitForLoadState("networkidle");
    for (const place of places(examples)) fresh.push((await go(page, place)).ms);
    for (const place of places(examples)) {
      const again = await go(page, place);
      known.push(again.ms);
      asked += again.asked;
    }
  }
  return [
    {
      figure: "navigation to a page not yet seen, p75",
      value: quantile(fresh, 0.75),
      unit: "ms",
      limit: "≤ 100",
    },
    {
      figure: "navigation to a page seen in the last 30 s, p75",
      value: quantile(known, 0.75),
      unit: "ms",
      limit: "≤ 100",
    },
    { figure: "requests that such a page waits for", value: asked, unit: "", limit: "= 0" },
  ];
}
