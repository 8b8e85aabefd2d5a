/** What the platform serves past the Worker carries the headers that protect, and is kept as long as it may be. */
import { expect, test } from "./visitor.ts";

test("scripts, styles, fonts and icons carry every header that protects", async ({ page, request }) => {
  await page.goto("/auth");
  const urls = await page
    .locator("link[rel=modulepreload], link[rel=stylesheet], link[rel=preload], link[rel=icon]")
    .evaluateAll((links) =>
      links.flatMap((link) =>
        link instanceof HTMLLinkElement && !link.href.startsWith("data:")
          ? [new URL(link.href).pathname]
          : [],
      ),
    );
  expect(urls.some((url) => url.endsWith(".css"))).toBe(true);
  expect(urls.some((url) => url.endsWith(".js"))).toBe(true);
  for (const url of urls) {
    const answer = await request.get(url);
    expect(answer.status(), url).toBe(200);
    const headers = answer.headers();
    expect(headers["x-content-type-options"], url).toBe("nosniff");
    expect(headers["x-frame-options"], url).toBe("DENY");
    expect(headers["referrer-policy"], url).toBe("strict-origin-when-cross-origin");
    expect(headers["strict-transport-security"], url).toContain("max-age=31536000");
    if (url.startsWith("/assets/"))
      expect(headers["cache-control"], url).toBe("public, max-age=31536000, immutable");
  }
  // The list of rules itself is nothing to be read.
  expect(await (await request.get("/_headers")).text()).not.toContain("X-Frame-Options");
});

test("a script that is gone is not found, and nothing remembers that", async ({ request }) => {
  const answer = await request.get("/assets/gone-00000000.js");
  expect(answer.status()).toBe(404);
  expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers()["cache-control"]).toBe("no-store");
});
