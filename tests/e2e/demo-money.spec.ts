/** The demo's money as its owners see it: what the clinic was billed agrees with its calls, and the plumber's invoice is open. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./visitor.ts";

test("every invoice of the clinic can be computed anew from its calls", async ({ page, goOn }) => {
  await goOn();
  await page.goto("/subscription");
  const links = page.locator('main a[href$="calls.csv"][href*="/in_"]');
  await expect(links.first()).toBeVisible();
  const folder = mkdtempSync(join(tmpdir(), "statements-"));
  const totals: number[] = [];
  for (const [index, link] of (await links.all()).entries()) {
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.status()).toBe(200);
    const file = join(folder, `${index}.csv`);
    writeFileSync(file, await answer.body());
    const said = execFileSync(process.execPath, ["scripts/statement.mjs", file], { encoding: "utf8" });
    expect(said).toContain("every line agrees");
    totals.push(Number(/Total ([\d.]+) USD/.exec(said)?.[1]));
  }
  const billed = await page
    .locator("main")
    .getByText(/^\$\d+\.\d\d$/)
    .allInnerTexts();
  // The oldest billed the first fee ahead: it has no calls, and no file of them.
  expect(totals).toEqual(billed.slice(0, -1).map((words) => Number(words.slice(1))));
  // The lines of the last month differ from those before.
  expect(new Set(totals).size).toBe(2);
});
