/**
 * The pictures of the help pages, taken from the demo. Every run opens each scene and takes its picture;
 * `PICTURES=write npm test -- browser help-pictures` puts them into `public/help-pictures`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator } from "playwright/test";
import { articles } from "#app/pages/help/articles.ts";
import { blocksOf } from "#app/pages/help/help-text.ts";
import { expect, type Page, test } from "./visitor.ts";

const folder = resolve(import.meta.dirname, "../../public/help-pictures");
const isWriting = process.env.PICTURES === "write";
const themes = ["light", "dark"] as const;
/** In CSS pixels, as `article-body.tsx` draws them; twice as many in the file. */
const size = { width: 700, height: 520 };
/** A picture with nothing in it is smaller, one that slows a page down larger. In bytes. */
const [least, most] = [4000, 90_000];

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};
const agentAt = (part: string) => async (page: Page) => {
  await page.goto("/agents");
  await page.getByRole("table").getByRole("link", { name: "Booking desk" }).first().click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await page.goto(`${new URL(page.url()).pathname}#${part}`);
};

const scenes: Record<string, (page: Page) => Promise<void>> = {
  dashboard: at("/dashboard?range=7"),
  agents: at("/agents"),
  "agent-conversation": agentAt("conversation"),
  "agent-knowledge": agentAt("knowledge"),
  "agent-try": async (page) => {
    await agentAt("conversation")(page);
    await page.getByRole("button", { name: "Call the draft" }).click();
    const log = page.getByRole("log");
    await expect(log.getByText("Agent: ").first()).toBeAttached();
    await page.getByPlaceholder("Say something").fill("I'd like to book a cleaning");
    await page.keyboard.press("Enter");
    await expect(log.getByText("Agent: ").nth(1)).toBeAttached();
  },
  calls: at("/call-history?outcome=booked"),
  call: async (page) => {
    await page.goto("/call-history?outcome=booked");
    await page.getByRole("table").locator("tbody a").first().click();
    await page.waitForURL(/\/call-history\/[0-9a-f-]{36}/);
  },
  "numbers-search": at("/numbers/search?area_code=212"),
  numbers: at("/numbers"),
  users: at("/users"),
  settings: at("/settings"),
  "mfa-setup": at("/mfa-setup"),
  security: at("/security"),
  plan: at("/subscription"),
  "white-label": async (page) => {
    await page.goto("/white-label");
    await expect(page.getByText("Sign in · Brightsmile Dental").first()).toBeVisible();
  },
  "custom-domains": at("/custom-domain-guide"),
};

/** What stands in the middle of the picture, where that is not the page's beginning. */
const middles: Record<string, (page: Page) => Locator> = {
  "agent-try": (page) => page.getByRole("log"),
  calls: (page) => page.getByRole("table"),
};

/** The demo's own address means nothing to readers. */
const namesOfDemo = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.textContent = (text.textContent ?? "").replaceAll(/localhost(?:[: ]\d+)?/g, "app.example.com");
  });

const named = new Set(
  articles.flatMap(({ body }) =>
    blocksOf(body).flatMap((block) => (block.kind === "picture" ? [block.name] : [])),
  ),
);

test("every picture that an article names has a scene and both of its files, and there are no others", () => {
  expect(Object.keys(scenes).sort()).toEqual([...named].sort());
  const wanted = [...named].flatMap((name) => themes.map((theme) => `${name}-${theme}.webp`)).sort();
  expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual(wanted);
  for (const name of wanted) {
    const bytes = readFileSync(join(folder, name));
    expect(bytes.subarray(8, 12).toString(), name).toBe("WEBP");
    expect(bytes.length, name).toBeGreaterThan(least);
    expect(bytes.length, name).toBeLessThan(most);
  }
});

/** A screenshot as WebP: the browser itself converts it. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    const all = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(all, (one) => String.fromCharCode(one)).join(""));
  }, png.toString("base64"));
  return Buffer.from(text, "base64");
}

test.describe("of the demo", () => {
  test.use({ deviceScaleFactor: 2 });
  for (const [name, open] of Object.entries(scenes))
    test(`the picture of ${name} is taken`, async ({ page, goOn }) => {
      test.slow();
      await goOn();
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize({ width: 1000, height: 900 });
      await open(page);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
      // The navigation wears the brand, so only the page itself is in the picture.
      const beside = (await main.boundingBox())?.x ?? 0;
      await page.setViewportSize({ width: Math.round(beside) + size.width, height: size.height });
      await namesOfDemo(page);
      await middles[name]?.(page).evaluate((element) => {
        window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - 190 });
      });
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.evaluate(() => document.fonts.ready);
        const png = await page.screenshot({
          clip: { x: Math.round(beside), y: 0, ...size },
          animations: "disabled",
        });
        const picture = await webp(page, png);
        expect(picture.length).toBeGreaterThan(least);
        expect(picture.length).toBeLessThan(most);
        if (!isWriting) continue;
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${name}-${theme}.webp`), picture);
      }
    });
});
