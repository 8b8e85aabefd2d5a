/** Every way to write a page's address comes down to one, before anything compares it. */
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, controlPlane, memberOf, origin } from "../support/people.ts";

const spellings = (path: string): string[] => {
  const last = path.slice(-1);
  const escaped = `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`;
  return [
    path.toUpperCase(),
    path.replace(/\/(.)/g, (_, first: string) => `/${first.toUpperCase()}`),
    escaped,
    escaped.toUpperCase(),
    `${path}/`,
    `${path}//`,
  ];
};

test.each(["/settings", "/subscription", "/numbers/search"])(
  "what a brand hides at %s is hidden however it is written",
  async (path) => {
    const agency = await memberOf();
    const owner = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
    await controlPlane().insert(control.organizationBranding).values({
      organization_id: owner.organizationId,
      updated_at: Date.now(),
      hide_settings_section: true,
      hide_subscription_section: true,
      hide_purchase_numbers: true,
    });
    for (const spelling of spellings(path)) {
      const answers = [
        await owner.get(`${spelling}?a=B`),
        await owner.post(`${spelling}?a=B`, { intent: "profile", name: "Other" }),
      ];
      for (const answer of answers) {
        expect([answer.status, answer.headers.get("location")], spelling).toEqual([
          308,
          `${origin}${path}?a=B`,
        ]);
      }
    }
    for (const spelling of [`${path}.DATA`, `${path}/_.data`, `${path}%2Edata`, `${path}%2edat%61`])
      expect((await owner.get(spelling)).headers.get("location"), spelling).toBe(`${origin}${path}.data`);
    expect((await owner.get(path)).status).toBe(404);
  },
);

test("an address that is spelled otherwise leads to no other host, and escapes that are needed stay", async () => {
  const { get } = anonymous();
  for (const [path, proper] of [
    ["/AUTH?ref=Other.example", "/auth?ref=Other.example"],
    ["/caf%c3%a9", "/caf%C3%A9"],
    ["/A%2fb", "/a%2Fb"],
    ["//evil.test/x", "/evil.test/x"],
    ["///evil.test/", "/evil.test"],
    ["//settings", "/settings"],
    ["//", "/"],
  ] as const) {
    const answer = await get(`${origin}${path}`);
    const to = new URL(answer.headers.get("location") ?? "", origin);
    expect([answer.status, to.host], path).toEqual([308, new URL(origin).host]);
    expect(`${to.pathname}${to.search}`).toBe(proper);
  }
  expect((await get("/evil.test/x")).status).toBe(404);
  for (const path of ["/", "/caf%C3%A9", "/assets/Chunk-AbC.js"])
    expect((await get(path)).status, path).not.toBe(308);
});

test("a body that is too long for /auth is too long however the address is written", async () => {
  const visitor = anonymous();
  const form = { intent: "sign-in", email: "m".repeat(20_000) };
  expect((await visitor.post("/auth", form)).status).toBe(413);
  for (const path of ["/Auth", "/auth/"]) expect((await visitor.post(path, form)).status).toBe(308);
});
