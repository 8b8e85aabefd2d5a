/** What browsers keep: /cookies lists all of it, a notice stands where something is kept that the product does not need, and a form removes that. */
import { expect, test } from "vitest";
import { keptInBrowser } from "#app/pages/kept-in-browser.ts";
import { arrivalNames } from "#app/referrals/arrival-names.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, memberOf } from "../support/people.ts";

const sources = import.meta.glob<string>("../../app/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const names = (where: "cookie" | "browser" | "tab") =>
  keptInBrowser.filter((one) => one.where === where).flatMap((one) => one.names);

/** The names that constants for cookies have in the source: `const activeCookie = "active_organization_id"`. */
const inSource = Object.values(sources).flatMap((text) => [
  ...[...text.matchAll(/const \w*Cookie = "(\w+)"/g)].map(([, name]) => name),
  ...[...text.matchAll(/const cookieOf\b[^{]*\{([^}]*)\}/g)].flatMap(([, pairs = ""]) =>
    [...pairs.matchAll(/"(\w+)"/g)].map(([, name]) => name),
  ),
]);

test("/cookies lists every cookie of the source, and none that is not there", async () => {
  expect(inSource.length).toBeGreaterThan(8);
  const known = [...new Set([...inSource, ...arrivalNames, "theme"])].sort();
  expect([...new Set(names("cookie"))].sort()).toEqual(known);
  const html = await (await anonymous().get("/cookies")).text();
  for (const name of known) expect(html).toContain(`>${name}</code>`);
});

test("only what remembers how a visitor came is kept without need", () => {
  const optional = keptInBrowser.filter((one) => one.isOptional).flatMap((one) => one.names);
  expect([...optional].sort()).toEqual([...arrivalNames].sort());
});

const notice = "We remember the link that brought you here";
const shows = async (by: Pick<Client, "get">, path: string) =>
  (await pageText(await (await by.get(path)).text())).includes(notice);

test("who came without a link sees no notice, signed in or not", async () => {
  const stranger = anonymous();
  for (const path of ["/auth", "/auth?mode=signup", "/terms", "/help", "/cookies", "/auth?returnPath=/users"])
    expect(await shows(stranger, path), path).toBe(false);
  const member = await memberOf();
  expect(await shows(member, "/dashboard")).toBe(false);
  const kept = (await anonymous().get("/auth")).headers.getSetCookie().map((line) => line.split("=")[0]);
  for (const name of arrivalNames) expect(kept).not.toContain(`__Host-${name}`);
});

test.each(["utm_source=mail", "utm_campaign=spring", "ref=partner-1"])(
  "who came by %s is told at once and until it is removed",
  async (query) => {
    const visitor = anonymous();
    expect(await shows(visitor, `/auth?mode=signup&${query}`)).toBe(true);
    for (const path of ["/auth", "/terms", "/help"]) expect(await shows(visitor, path), path).toBe(true);
    const removed = await visitor.post("/cookies");
    expect([removed.status, removed.headers.get("location")]).toEqual([302, "/cookies?done=forgotten"]);
    expect(await pageText(await (await visitor.get("/cookies?done=forgotten")).text())).toContain("Removed.");
    for (const path of ["/auth", "/terms", "/cookies"]) expect(await shows(visitor, path), path).toBe(false);
    for (const name of arrivalNames) expect(visitor.cookieValue(name)).toBeUndefined();
  },
);

test("a custom domain that ref names is no such link, and another site's form removes nothing", async () => {
  expect(await shows(anonymous(), "/auth?ref=calls.harbor-nobody.test")).toBe(false);
  const visitor = anonymous();
  await visitor.get("/auth?utm_source=mail");
  const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  expect((await visitor.post("/cookies", {}, foreign)).status).toBe(403);
  expect(await shows(visitor, "/auth")).toBe(true);
});

test("removing it keeps the session", async () => {
  const member = await memberOf();
  await member.post("/cookies");
  expect((await member.get("/users")).status).toBe(200);
});
