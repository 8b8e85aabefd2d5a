/** Every provider behind the one interface: what it answers to a good token, a bad one, a target that is gone, and when it fails. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { adapters } from "#app/integrations/adapters.server.ts";
import { integrationSettings, type Provider, providers } from "#app/integrations/integrations.schema.ts";
import { openTokens } from "#app/integrations/tokens.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { memberOf } from "../support/people.ts";
import { atProvider, connected, fault, newAccount, standingAt } from "./connecting.ts";

/** Where each answers, and what was chosen there. */
const hosts: Readonly<Record<Provider, string>> = {
  google_calendar: "www.googleapis.com",
  google_sheets: "sheets.googleapis.com",
  slack: "slack.com",
  hubspot: "api.hubapi.com",
};
const gone = { id: "gone", label: "Gone", url: null };
const channel = { id: "C0GENERAL", label: "#general", url: null };

const news = {
  id: "call-1",
  kind: "call.finished",
  sentence: "Call with <Greta> & Co.",
  told: { name: "Greta Halvorsen", email: "greta@people.test", phone: "+12125550177", summary: "=1+1" },
  isRepeated: false,
};

async function connection(provider: Provider) {
  const owner = await memberOf();
  const account = await connected(owner, provider, newAccount());
  const credential = await owner.store.integrations.credential(provider);
  if (!credential) throw new Error("not connected");
  const tokens = await openTokens(keyringOf(settings(env)), owner.organizationId, credential);
  const chosen = provider === "slack" ? { ...credential.settings, target: channel } : credential.settings;
  return { account, tokens, chosen };
}

describe.each(providers)("%s", (provider) => {
  const adapter = adapters[provider];

  test("takes a good token and says whose a bad one is: nobody's", async () => {
    const { tokens, chosen } = await connection(provider);
    expect(await adapter.test(tokens.access, chosen)).toEqual({ ok: true, value: null });
    expect(await adapter.test("wrong", chosen)).toMatchObject({ ok: false, reason: "expired" });
  });

  test("a failure that may pass is told apart from one that stays", async () => {
    const { tokens, chosen } = await connection(provider);
    const host = hosts[provider];
    for (const [order, reason] of [
      [{ status: 500 }, "unreachable"],
      [{ status: 429 }, "busy"],
      [{ drop: true }, "unreachable"],
      [{ location: "https://169.254.169.254/" }, "unreachable"],
    ] as const) {
      await fault({ host, ...order, times: 1 });
      expect(await adapter.test(tokens.access, chosen)).toMatchObject({ ok: false, reason });
    }
    expect(await adapter.test(tokens.access, chosen)).toMatchObject({ ok: true });
  });

  test("forgets the tokens when it is told to", async () => {
    const { tokens, chosen } = await connection(provider);
    expect(await adapter.revoke(tokens)).toEqual({ ok: true, value: null });
    expect(await adapter.test(tokens.access, chosen)).toMatchObject({ ok: false, reason: "expired" });
  });
});

describe("telling", () => {
  test("Slack gets a sentence without markup", async () => {
    const { account, tokens, chosen } = await connection("slack");
    expect(await adapters.slack.tell(tokens.access, chosen, news)).toMatchObject({ ok: true });
    const [message] = (await standingAt(account)).of("message");
    expect(message?.text).toBe("Call with &lt;Greta&gt; &amp; Co.");
  });

  test("a spreadsheet gets a row of texts, also when the same is told again without knowing how it ended", async () => {
    const { account, tokens, chosen } = await connection("google_sheets");
    expect(await adapters.google_sheets.tell(tokens.access, chosen, news)).toMatchObject({ ok: true });
    const again = { ...news, isRepeated: true };
    expect(await adapters.google_sheets.tell(tokens.access, chosen, again)).toMatchObject({ ok: true });
    const [sheet] = (await standingAt(account)).of("spreadsheet");
    expect(sheet?.rows).toEqual([
      expect.arrayContaining(["ID", "Time (UTC)"]),
      expect.arrayContaining(["call-1", "Greta Halvorsen", "+12125550177", "=1+1"]),
    ]);
  });

  test("HubSpot gets one contact by its address or number, completed the second time, with a note each time", async () => {
    const { account, tokens, chosen } = await connection("hubspot");
    const map = integrationSettings.parse({
      ...chosen,
      fields: { ...chosen.fields, summary: "last_call_summary" },
    });
    expect(await adapters.hubspot.tell(tokens.access, map, news)).toMatchObject({ ok: true });
    const later = { ...news, told: { phone: "+12125550177", summary: "Wants a call" } };
    expect(await adapters.hubspot.tell(tokens.access, map, later)).toMatchObject({ ok: true });
    const standing = await standingAt(account);
    expect(standing.of("contact")).toEqual([
      {
        firstname: "Greta Halvorsen",
        email: "greta@people.test",
        phone: "+12125550177",
        last_call_summary: "Wants a call",
      },
    ]);
    expect(standing.of("note")).toHaveLength(2);
    const timed = { ...news, told: { ...news.told, at: "2026-11-29T10:00:00.000Z" } };
    for (const isRepeated of [false, true])
      expect(await adapters.hubspot.tell(tokens.access, map, { ...timed, isRepeated })).toMatchObject({
        ok: true,
      });
    // What came without an answer is not written twice.
    expect((await standingAt(account)).of("note")).toHaveLength(3);
    // What else happened in the same millisecond is written, also when it wasn't known whether it was.
    const beside = { ...timed, sentence: "Call with <Greta> & Co. about a bill", isRepeated: true };
    expect(await adapters.hubspot.tell(tokens.access, map, beside)).toMatchObject({ ok: true });
    expect((await standingAt(account)).of("note")).toHaveLength(4);
    const wrong = integrationSettings.parse({ ...chosen, fields: { name: "no_such_property" } });
    expect(await adapters.hubspot.tell(tokens.access, wrong, news)).toMatchObject({
      ok: false,
      reason: "refused",
      said: expect.stringContaining("does not exist"),
    });
  });

  test("a contact that HubSpot's search doesn't find yet is completed, and made once", async () => {
    const { account, tokens, chosen } = await connection("hubspot");
    expect(await adapters.hubspot.tell(tokens.access, chosen, news)).toMatchObject({ ok: true });
    await atProvider({ act: "lag", account, times: 3 });
    const later = { ...news, told: { ...news.told, name: "Greta Olsen" } };
    expect(await adapters.hubspot.tell(tokens.access, chosen, later)).toMatchObject({ ok: true });
    const standing = await standingAt(account);
    expect(standing.of("contact").map(({ firstname }) => firstname)).toEqual(["Greta Olsen"]);
    expect(standing.of("note")).toHaveLength(2);
  });

  test.each(["slack", "google_sheets"] as const)("%s says that the target is gone", async (provider) => {
    const { tokens, chosen } = await connection(provider);
    const without = { ...chosen, target: gone };
    expect(await adapters[provider].tell(tokens.access, without, news)).toMatchObject({
      ok: false,
      reason: "missing",
    });
  });
});
