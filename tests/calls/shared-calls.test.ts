/** Links to a call for people without an account: what they show, to whom, and when they end. */

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { forgetExpired } from "#app/accounts/expired.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { ended, finishedCall, wordsOf } from "./arrange.ts";

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/call-history");
}, 180_000);

const said = (type: "agent" | "caller", text: string) =>
  ({ type, text, heard: null, detail: null, at_ms: 0 }) as const;

async function withCall(): Promise<{ owner: Person; id: string; path: string }> {
  const owner = await memberOf();
  const call = finishedCall({
    caller_name: "Daniel Whitmore",
    summary: "Daniel asked about parking",
    lines: [
      said("agent", "Thanks for calling."),
      said("caller", "This is Daniel Whitmore, is there <b>parking</b>?"),
    ],
  });
  await ended(owner, call);
  return { owner, id: call.id, path: `/call-history/${call.id}/share` };
}

/** Presses the button that makes a link. @returns its path, as the page shows it */
async function link(person: Person, path: string, more: Record<string, string> = {}): Promise<string> {
  const answer = await person.post(path, { do: "make", days: "7", ...more });
  expect(answer.status).toBe(200);
  const made = /https?:\/\/[^"]+(\/shared\/[0-9a-f]{64})"/.exec(await answer.text())?.[1];
  if (made === undefined) throw new Error("the page shows no link");
  return made;
}

const read = (path: string) => anonymous().get(path);

test("everyone with the link reads the call without a session, scripts, caches or search engines", async () => {
  const { owner, path } = await withCall();
  const address = await link(owner, path, { persons: "on" });
  const answer = await read(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  const html = await answer.text();
  expect(html).toMatch(/<meta name="robots" content="noindex, nofollow"/);
  expect(html).toContain("is there &lt;b&gt;parking&lt;/b&gt;?");
  expect(html).toContain("Call with Daniel Whitmore");
  expect(html).toContain("+1 415 555 0142");
  expect(html).not.toContain('href="/dashboard"');
  expect(html).not.toContain("<form");
  // What opens the call stands nowhere.
  const [row] = await controlPlane()
    .select()
    .from(control.callShares)
    .where(eq(control.callShares.user_id, owner.userId));
  const secret = address.replace("/shared/", "");
  expect(row?.secret_hash).toBe(await sha256(secret));
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(await (await owner.get(path)).text()).not.toContain(secret);
});

test("a link without persons names nobody", async () => {
  const { owner, path } = await withCall();
  const words = wordsOf(await (await read(await link(owner, path))).text());
  expect(words).toContain("parking");
  expect(words).not.toMatch(/Daniel|Whitmore|0142/);
});

test("a link ends when it is revoked, when it expires, and with its maker's membership", async () => {
  const { owner, path } = await withCall();
  const db = controlPlane();
  const mine = eq(control.callShares.organization_id, owner.organizationId);
  const first = await link(owner, path);
  const [row] = await db.select().from(control.callShares).where(mine);
  expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(7 * day_ms);
  const stranger = await memberOf();
  await stranger.post(path, { do: "revoke", id: row?.id ?? "" });
  expect((await read(first)).status).toBe(200);
  const colleague = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await colleague.post(path, { do: "revoke", id: row?.id ?? "" })).status).toBe(200);
  expect((await read(first)).status).toBe(404);

  const second = await link(owner, path, { days: "1" });
  await db
    .update(control.callShares)
    .set({ expires_at: Date.now() - 1 })
    .where(mine);
  expect((await read(second)).status).toBe(404);
  await forgetExpired(env, Date.now());
  expect(await db.select().from(control.callShares).where(mine)).toEqual([]);

  const third = await link(colleague, path, { days: "30" });
  expect((await read(third)).status).toBe(200);
  await db
    .delete(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, colleague.userId));
  expect((await read(third)).status).toBe(404);
});

test("a link ends with the call's words, the call, and the organization", async () => {
  const { owner, path, id } = await withCall();
  const address = await link(owner, path, { persons: "on" });
  await owner.store.persons.erase(
    { phone_number: "+14155550142", email: null },
    { part: "calls", after: 0 },
    Date.now(),
  );
  const left = wordsOf(await (await read(address)).text());
  expect(left).toContain("This transcript was deleted");
  expect(left).not.toMatch(/Daniel|0142/);
  await controlPlane()
    .update(control.organizations)
    .set({ suspended_at: Date.now() })
    .where(eq(control.organizations.id, owner.organizationId));
  expect((await read(address)).status).toBe(404);
  expect(id).not.toBe("");
});

test("viewers make none, other organizations' calls have none, and days are of the list", async () => {
  const { owner, path } = await withCall();
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect((await viewer.get(path)).status).toBe(403);
  expect((await viewer.post(path, { do: "make", days: "7" })).status).toBe(403);
  const stranger = await memberOf();
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path, { do: "make", days: "7" })).status).toBe(404);
  expect((await owner.post(path, { do: "make", days: "365" })).status).toBe(400);
});

test("addresses that are tried cost their network", async () => {
  const tried = anonymous({ ip: "203.0.113.77" });
  const answers: number[] = [];
  for (let n = 0; n < 121; n++)
    answers.push((await tried.get(`/shared/${n.toString(16).padStart(64, "0")}`)).status);
  expect(answers.slice(0, 120).every((status) => status === 404)).toBe(true);
  expect(answers.at(-1)).toBe(429);
}, 60_000);
