/** Web pages as knowledge: fetched in the background, from the public network only, within limits, and again when asked. */
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { post, sandbox } from "../sandbox/world.ts";
import { memberOf } from "../support/people.ts";
import { addPage, page, press, serve, settled, shown, site, sources } from "./arrange.ts";

const passed = z.array(z.object({ host: z.string(), path: z.string() }));
/** What the outside world was asked for. */
const askedFor = async (): Promise<string[]> =>
  passed.parse(await (await sandbox("/traffic")).json()).map(({ host, path }) => `${host}${path}`);

const html = (title: string, text: string) =>
  `<html><head><title>${title}</title><script>var x = "hidden"</script></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

describe("a page", () => {
  it("is fetched, named by its title, and answers", async () => {
    const owner = await memberOf();
    const host = await site();
    await serve(host, "/prices", { body: html("Our prices", "A cleaning costs ninety dollars.") });
    const source = await addPage(owner, `${host}/prices`);
    expect(source).toMatchObject({
      kind: "page",
      state: "ready",
      title: "Our prices",
      address: `https://${host}/prices`,
    });
    const [found] = await owner.store.knowledge.search({
      question: "cleaning cost",
      agent_id: null,
      limit: 1,
    });
    expect(found?.text).toBe("A cleaning costs ninety dollars.");
    expect(await owner.store.knowledge.search({ question: "hidden", agent_id: null, limit: 1 })).toEqual([]);
    expect((await press(owner, "add_page", { address: `https://${host}/prices#top` })).status).toBe(409);
  });

  it("is read again when asked, and keeps its text while it cannot be reached", async () => {
    const owner = await memberOf();
    const host = await site();
    await serve(host, "/", { body: html("Hours", "We open at nine.") });
    const { id } = await addPage(owner, host);
    await serve(host, "/", { status: 503, body: "down" });
    await press(owner, "refresh", { id });
    expect(await settled(owner)).toMatchObject({ state: "failed", failure: "unreachable", passages: 1 });
    expect(await shown(owner)).toContain("Not refreshed");
    const found = async () =>
      (await owner.store.knowledge.search({ question: "when open", agent_id: null, limit: 1 }))[0]?.text;
    expect(await found()).toBe("We open at nine.");
    await serve(host, "/", { body: html("Hours", "We open at ten.") });
    await press(owner, "refresh", { id });
    expect(await settled(owner)).toMatchObject({ state: "ready", failure: null });
    expect(await found()).toBe("We open at ten.");
  });

  it("is followed where it moved to", async () => {
    const owner = await memberOf();
    const [host, other] = [await site(), await site()];
    await serve(host, "/old", { status: 301, location: `https://${other}/new` });
    await serve(other, "/new", { body: html("Moved", "The office is on Main Street.") });
    expect(await addPage(owner, `${host}/old`)).toMatchObject({ state: "ready", title: "Moved" });
  });

  it("with the text of another source is no second one", async () => {
    const owner = await memberOf();
    const [host, other] = [await site(), await site()];
    for (const one of [host, other])
      await serve(one, "/", { body: html("Same", "The same words stand here.") });
    await addPage(owner, host);
    expect(await addPage(owner, other)).toMatchObject({ state: "failed", failure: "same_text", passages: 0 });
  });
});

/** Each is served at /, and what becomes of it. */
const faults: [string, string, object, string][] = [
  [
    "behind a redirect to the cloud's own address",
    "93.184.215.20",
    { status: 302, location: "http://169.254.169.254/latest/meta-data" },
    "not_https",
  ],
  [
    "behind a redirect to it by https",
    "93.184.215.20",
    { status: 302, location: "https://169.254.169.254/latest/meta-data" },
    "private_address",
  ],
  [
    "behind a redirect to localhost",
    "93.184.215.20",
    { status: 307, location: "https://localhost/admin" },
    "private_address",
  ],
  [
    "behind a redirect to another port",
    "93.184.215.20",
    { status: 302, location: "https://other.test:8443/" },
    "unreachable",
  ],
  [
    "behind a redirect to plain http",
    "93.184.215.20",
    { status: 302, location: "http://example.test/" },
    "not_https",
  ],
  [
    "whose name leads into a network",
    "10.0.0.8",
    { body: html("Inside", "Secret text of a network.") },
    "private_address",
  ],
  [
    "whose name leads to the cloud's own address",
    "169.254.169.254",
    { body: html("Inside", "Secret.") },
    "private_address",
  ],
  [
    "whose name leads to a private address of IPv6",
    "fd00::1",
    { body: html("Inside", "Secret.") },
    "private_address",
  ],
  ["whose name is no name", "", { body: html("Nowhere", "Nothing.") }, "unreachable"],
  ["that redirects to itself", "93.184.215.20", { status: 302, location: "/" }, "too_many_redirects"],
  ["that does not exist", "93.184.215.20", { status: 404, body: "no" }, "unreachable"],
  ["that is a picture", "93.184.215.20", { type: "image/png", body: "PNG" }, "wrong_type"],
  ["without text", "93.184.215.20", { body: "<html><body><script>app()</script></body></html>" }, "no_text"],
  ["of 100 MB", "93.184.215.20", { type: "text/plain", size: 104_857_600 }, "too_large"],
];

test.each(faults)("R43, B48: a page %s is refused in words", async (_what, address, served, failure) => {
  const owner = await memberOf();
  const host = await site(address);
  await serve(host, "/", served);
  expect(await addPage(owner, host)).toMatchObject({ state: "failed", failure, passages: 0 });
  expect(await shown(owner)).toContain("Failed");
  const asked = await askedFor();
  for (const inward of ["169.254.169.254", "localhost", ":8443"])
    expect(
      asked.filter((one) => one.includes(inward)),
      inward,
    ).toEqual([]);
  const isAsked = asked.some((one) => one.startsWith(host));
  expect(isAsked).toBe(address.startsWith("93."));
});

test("a page whose connection breaks, or whose name cannot be looked up, can be tried again", async () => {
  const owner = await memberOf();
  const host = await site();
  await serve(host, "/", { body: html("Back", "Here again.") });
  await post("/faults", { host: "cloudflare-dns.com", status: 503, times: 2 });
  const { id } = await addPage(owner, host);
  expect(await settled(owner)).toMatchObject({ state: "failed", failure: "unreachable" });
  await press(owner, "refresh", { id });
  expect(await settled(owner)).toMatchObject({ state: "ready" });
});

test.each([
  ["http://example.test/", "starts with https"],
  ["ftp://example.test/", "starts with https"],
  ["https://127.0.0.1/", "private network"],
  ["https://2130706433/", "private network"],
  ["https://[::1]/", "private network"],
  ["https://intranet/", "private network"],
  ["https://printer.local/", "private network"],
  ["https://user:word@example.test/", "Enter an address"],
  ["https://example.test:8443/", "Enter an address"],
  ["javascript:alert(1)", "starts with https"],
  ["what is this", "Enter an address"],
  ["", "Enter an address"],
])("R43: %s is refused before anything is asked", async (address, words) => {
  const owner = await memberOf();
  const answer = await press(owner, "add_page", { address });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(words);
  expect(await sources(owner)).toEqual([]);
});

test("a source that is deleted while it is read stays deleted", async () => {
  const owner = await memberOf();
  const host = await site();
  await serve(host, "/", { body: html("Late", "Too late."), delay_ms: 400 });
  await press(owner, "add_page", { address: host });
  const [source] = await sources(owner);
  expect((await press(owner, "delete", { id: source?.id ?? "" })).headers.get("location")).toBe(
    `${page}?done=deleted`,
  );
  const { id } = await addPageWithText(owner);
  expect((await sources(owner)).map((one) => one.id)).toEqual([id]);
});

async function addPageWithText(owner: Awaited<ReturnType<typeof memberOf>>) {
  const host = await site();
  await serve(host, "/", { body: html("Next", "The next page.") });
  return addPage(owner, host);
}
