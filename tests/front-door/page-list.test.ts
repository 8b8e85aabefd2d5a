/** Every page that the specification lists (docs/product.md, "Routes") is there, and is reached by those whom it is for. */
import { expect, test } from "vitest";
import product from "../../docs/product.md?raw";
import { doors } from "../organizations/doors.ts";
import { anonymous, memberOf } from "../support/people.ts";

const section = product.slice(product.indexOf("## Routes"), product.indexOf("## Custom domain redirect"));

/** The addresses that a line of the section names before its first sentence ends. */
function listed(beginning: string): string[] {
  const line = section.split("\n").find((one) => one.startsWith(`- ${beginning}`)) ?? "";
  const first = line.slice(0, line.indexOf(". ") === -1 ? undefined : line.indexOf(". "));
  return [...first.matchAll(/(?<![\w.])\/[a-z][a-z-]*(?:\/[a-z-]+)*/g)].map(([address]) => address);
}

const publicPages = listed("Public:");
const memberPages = listed("For members:");
const adminPages = listed("For platform admins:");
const all = [...publicPages, ...memberPages, ...adminPages];

/** Addresses that answer with a page, without those that carry a file or a function. */
const pages = doors
  .filter((door) => door.startsWith("GET /"))
  .map((door) => door.slice("GET ".length))
  .filter((address) => !/^\/(?:$|functions\/|reports\/|\*)|\.\w+$/.test(address));

test("the lists are read", () => {
  expect(publicPages).toEqual(expect.arrayContaining(["/login", "/cookies", "/help", "/status"]));
  expect(memberPages).toEqual(expect.arrayContaining(["/dash", "/analytics", "/mfa-setup"]));
  expect(adminPages).toEqual(expect.arrayContaining(["/customer-management", "/testing"]));
  expect(new Set(all).size).toBe(all.length);
});

test.each(all)("%s is an address of app/routes.ts, or the beginning of one", (address) => {
  expect(pages.some((page) => page === address || page.startsWith(`${address}/`))).toBe(true);
});

/** Forms and files that stand beside pages: they are reached from these, and are no pages of the lists. */
const beside = [
  "/auth/google",
  "/passkeys/options",
  "/sign-out",
  "/organizations/switch",
  "/organizations/restore",
  "/search",
  "/calendar/:file",
  "/shared/:secret",
  "/connect/callback",
  "/connect/out",
];

test.each(pages)("the page %s is in the lists, or below one of them", (page) => {
  const isListed = all.some((address) => page === address || page.startsWith(`${address}/`));
  expect(isListed || beside.includes(page)).toBe(true);
});

/** What some pages say first when they are opened without what they need. */
const asksFirst = [
  "/auth/callback",
  "/checkout",
  "/checkout/return",
  "/checkout-number",
  "/checkout-number/return",
];
/** They need an id or a link. */
const needsLink = ["/receipts", "/security/email", "/security/deleted"];

test.each(publicPages.filter((address) => !asksFirst.includes(address) && !needsLink.includes(address)))(
  "%s is shown to everyone",
  async (address) => {
    expect((await anonymous().get(address)).status).toBe(200);
    // The screens of signing in lead those on who are signed in.
    for (const by of [await memberOf(), await memberOf({ isPlatformAdmin: true })])
      expect([200, 302]).toContain((await by.get(address)).status);
  },
);

test.each([...asksFirst, "/security/email", "/security/deleted"])(
  "%s answers everyone, and says what to do first",
  async (address) => {
    for (const by of [anonymous(), await memberOf(), await memberOf({ isPlatformAdmin: true })]) {
      const answer = await by.get(address);
      expect([200, 302, 303, 400, 403, 404, 410]).toContain(answer.status);
      if (answer.status >= 400) expect(await answer.text()).toMatch(/<h1\b[^>]*>[^<]+<\/h1>/);
    }
  },
);

/** An organization whose plan has everything. */
const organization = { subscription_tier: "agency", subscription_status: "active" };

test.each(memberPages)(
  "%s is shown to members, and leads strangers to the sign-in screen",
  async (address) => {
    const stranger = await anonymous().get(address);
    expect([stranger.status, new URL(stranger.headers.get("location") ?? "", "https://a").pathname]).toEqual([
      302,
      "/auth",
    ]);
    for (const by of [
      await memberOf({ organization }),
      await memberOf({ organization, isPlatformAdmin: true }),
    ])
      expect((await by.get(address)).status).toBe(200);
  },
);

test.each(adminPages)("%s is shown to platform admins alone", async (address) => {
  const by = {
    anonymous: anonymous(),
    member: await memberOf(),
    platform: await memberOf({ isPlatformAdmin: true }),
  };
  const placeOf = async (client: { get: (path: string) => Promise<Response> }) => {
    const answer = await client.get(address);
    const to = answer.headers.get("location");
    return to === null ? answer.status : new URL(to, "https://a").pathname;
  };
  expect(await placeOf(by.anonymous)).toBe("/auth");
  expect(await placeOf(by.member)).toBe("/dashboard");
  expect(await placeOf(by.platform)).toBe(200);
});
