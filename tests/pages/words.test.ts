import { expect, test } from "vitest";
import { anonymous } from "../support/people.ts";

const pages = [
  ["/terms", 200, "Terms of Service"],
  ["/privacy", 200, "Privacy Policy"],
  ["/status", 200, "Status"],
  ["/nowhere", 404, "This page doesn&#x27;t exist"],
  ["/deep/er/nowhere", 404, "This page doesn&#x27;t exist"],
] as const;

test.each(pages)(
  "%s answers %d in words alone: no framework, at most 2 KB of scripts",
  async (path, status, title) => {
    const answer = await anonymous().get(path);
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).not.toMatch(/<script[^>]*\bsrc=|modulepreload|type="module"/);
    const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((found) => found[1] ?? "");
    expect(scripts.join("").length).toBeLessThan(2048);
  },
);

test.each([...pages.map(([path]) => path), "/auth", "/auth?mode=signup", "/email-verified"])(
  "%s has one heading of the first rank, one main part, and a title with the brand",
  async (path) => {
    const html = await (await anonymous().get(path)).text();
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html.match(/<main\b/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+ · AI Voice Agents<\/title>/);
  },
);

test.each([
  ["__Host-theme=dark", "dark"],
  ["theme=dark", "dark"],
  ["theme=light", "light"],
  ["theme=system", "system"],
  ["theme=%3Cscript%3E", "system"],
  ["", "system"],
])("with the cookie %j the first byte is painted %s", async (cookie, theme) => {
  const html = await (await anonymous().get("/terms", { cookie })).text();
  expect(html).toContain(`data-theme="${theme}"`);
});

test("the documents that sign-up links are there and link each other", async () => {
  const signUp = await (await anonymous().get("/auth?mode=signup")).text();
  for (const path of ["/terms", "/privacy"]) {
    expect(signUp).toContain(`href="${path}"`);
    expect((await anonymous().get(path)).status).toBe(200);
  }
});

test("the start page takes along all that its address says", async () => {
  const said = "?mode=signup&intent=trial&ref=harbor.example.com&token=t&invitation=i&utm_source=mail";
  const answer = await anonymous().get(`/${said}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/auth${said}`]);
});

test("the start page leads to the sign-in screen", async () => {
  const answer = await anonymous().get("/");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
});
