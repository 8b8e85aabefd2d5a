/** Calls from browsers: an agent is called from its page, and talks with visitors of another website, by keyboard alone. */
import { createServer, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

/** A new agent, and the page of it that a link leads to. */
async function opened(page: Page, link: string): Promise<void> {
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.getByRole("link", { name: link, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await started(page);
}

/** Shows the widget on a website, and gives the line for it. */
async function placed(page: Page, host: string): Promise<string> {
  await page.getByLabel("Show the widget").check();
  await page.getByLabel("Allowed domains").fill(host);
  await page.getByLabel("Greeting").fill("Hello from the shop!");
  await page.getByRole("button", { name: "Save widget" }).click();
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: "Widget saved." })).toBeVisible();
  return (await page.locator("code").filter({ hasText: "widget.js" }).textContent()) ?? "";
}

/** Websites of other origins, each on a port of its own. */
const websites: Server[] = [];
test.afterEach(() => {
  for (const server of websites.splice(0)) server.close();
});

/** Opens a website with the line in it, and a policy as strict as websites have. */
async function website(page: Page, host: string, line: string): Promise<void> {
  const own = new URL(/src="([^"]+)"/.exec(line)?.[1] ?? "").origin;
  const policy = `default-src 'none'; script-src ${own}; connect-src ${own} ${own.replace(/^http/, "ws")}`;
  const body = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1><a href="/more">More</a></main>${line}</body></html>`;
  const server = createServer((asked, answer) => {
    const isPage = asked.url === "/";
    answer.writeHead(isPage ? 200 : 204, {
      "content-type": "text/html",
      "content-security-policy": policy,
    });
    answer.end(isPage ? body : undefined);
  });
  websites.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await page.goto(`http://${host}:${port}/`);
}

test("an agent is called in writing from its page, and the call is in the history", async ({
  page,
  signUp,
  accessible,
}) => {
  test.slow();
  await signUp();
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, "Call");
  await page.getByRole("button", { name: "Call in writing" }).click();
  const log = page.getByRole("log");
  await expect(log).toContainText("Thanks for calling");
  await expect(page.getByLabel("What you say")).toBeFocused();
  await page.keyboard.type("I'd like to leave a message");
  await page.keyboard.press("Enter");
  await expect(log).toContainText("You: I'd like to leave a message");
  await expect(log.locator("p").nth(2)).toContainText(/Agent: \S+/);
  await accessible();
  await page.getByRole("button", { name: "End call" }).click();
  await expect(page.getByText("The call has ended.")).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name: "call history", exact: true }).click();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /Browser call/ })
      .first(),
  ).toBeVisible();
});

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  test(`a visitor of another website talks with the agent by keyboard, ${width} wide`, async ({
    page,
    signUp,
    accessible,
  }) => {
    test.slow();
    await signUp();
    await page.setViewportSize({ width, height });
    await opened(page, "Widget");
    const line = await placed(page, "www.harbor-shop.test");
    await accessible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);

    await page.setViewportSize({ width, height });
    await website(page, "www.harbor-shop.test", line);
    const opener = page.getByRole("button", { name: /^Talk to / });
    await expect(opener).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Hello from the shop!");
    await expect(dialog).toContainText("You'll talk with an AI assistant.");
    await expect(dialog.getByRole("button", { name: "Start in writing" })).toBeFocused();
    await accessible();
    await page.keyboard.press("Enter");
    const log = dialog.getByRole("log");
    await expect(log).toContainText("Thanks for calling");
    await expect(dialog.getByLabel("Your message")).toBeFocused();
    await page.keyboard.type("I'd like to leave a message");
    await page.keyboard.press("Enter");
    await expect(log.locator("p.caller")).toContainText("I'd like to leave a message");
    await expect(log.locator("p.agent").nth(1)).toContainText(/Assistant: \S+/);
    await accessible();
    const box = await dialog.boundingBox();
    expect(
      box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height,
    ).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: "End", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("The conversation has ended.");
    await expect(dialog.getByRole("button", { name: "Start again" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await page.goto("/call-history");
    await expect(page.getByRole("main")).toContainText("Browser call");
  });

/** Takes the place of the machine's voice and ear, which a browser on a server does not have. */
async function withVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Reflect.set(window, "spoken", spoken);
    const waiting: SpeechSynthesisUtterance[] = [];
    const next = () => {
      const [utterance] = waiting;
      if (!utterance) return;
      utterance.onstart?.call(utterance, new SpeechSynthesisEvent("start", { utterance }));
      spoken.push(utterance.text);
    };
    const voice = {
      getVoices: () => [],
      speak: (utterance: SpeechSynthesisUtterance) => {
        waiting.push(utterance);
        if (waiting.length === 1) next();
      },
      cancel: () => {
        if (waiting.length > 0) spoken.push("(hushed)");
        waiting.length = 0;
      },
    };
    Object.defineProperty(window, "speechSynthesis", { value: voice });
    class Ear {
      onresult: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        Reflect.set(window, "hear", (transcript: string, isFinal: boolean) =>
          this.onresult?.({
            resultIndex: 0,
            results: [Object.assign([{ transcript }], { isFinal })],
          }),
        );
      }
      abort() {
        Reflect.set(window, "hear", null);
      }
    }
    Reflect.set(window, "SpeechRecognition", Ear);
  });
}

test("an agent is called by microphone: it speaks, and who speaks in between is heard at once", async ({
  page,
  signUp,
}) => {
  test.slow();
  await withVoice(page);
  await signUp();
  await opened(page, "Call");
  await page.getByRole("button", { name: "Call by microphone" }).click();
  const log = page.getByRole("log");
  await expect(log).toContainText("Thanks for calling");
  await expect(page.getByText("Listening. You can also write.")).toBeVisible();
  const spoken = () => page.evaluate((): unknown => Reflect.get(window, "spoken"));
  await expect.poll(spoken).toEqual([expect.stringContaining("Thanks for calling")]);
  const hear = (words: string, isFinal: boolean) =>
    page.evaluate(
      ([said, isLast]) => {
        const heard: unknown = Reflect.get(window, "hear");
        if (typeof heard === "function") heard(said, isLast);
      },
      [words, isFinal] as const,
    );
  await hear("I'd like", false);
  await expect.poll(spoken).toContain("(hushed)");
  await hear("I'd like to leave a message", true);
  await expect(log).toContainText("You: I'd like to leave a message");
  await expect(log.locator("p").nth(2)).toContainText(/Agent: \S+/);
  await page.getByRole("button", { name: "End call" }).click();
  expect(await page.evaluate(() => Reflect.get(window, "hear") === null)).toBe(true);
});

test("where a browser understands no speech, the page says so, and writing goes on", async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => {
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition"])
      Object.defineProperty(window, name, { value: undefined });
  });
  await signUp();
  await opened(page, "Call");
  await expect(page.getByText("This browser can’t understand speech.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Call by microphone" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Call in writing" })).toBeEnabled();
});

test("the script is small, any website may load it, and it names no one", async ({ request }) => {
  const answer = await request.get("/widget.js");
  const { etag, ...headers } = answer.headers();
  expect(etag).toBeDefined();
  expect(headers).toMatchObject({
    "cache-control": "public, max-age=600",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  expect(headers["content-type"]).toMatch(/javascript/);
  const script = await answer.text();
  expect(gzipSync(script).length).toBeLessThan(15_360);
  expect(script).not.toMatch(/switchboard|6366f1/i);
  const again = await request.get("/widget.js", { headers: { "if-none-match": etag ?? "" } });
  expect(again.status()).toBe(304);
});

test("a website that is not allowed shows nothing, and works", async ({ page, signUp, complaints }) => {
  test.slow();
  await signUp();
  await opened(page, "Widget");
  const line = await placed(page, "www.harbor-shop.test");
  await website(page, "evil-www.harbor-shop.test", line);
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Shop" })).toBeVisible();
  // The browser says that it was refused.
  expect(complaints.filter((one) => !/CORS|403|Failed to load resource/.test(one))).toEqual([]);
  complaints.length = 0;
});
