/** An organization's own account at each carrier: its numbers are answered, and it speaks for its own organization alone. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { resealModelKeys } from "#app/models/reseal-keys.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { removeAccount } from "#app/telephony/carriers/account-changes.server.ts";
import { credentialsOf, ownAccount } from "#app/telephony/carriers/carriers.server.ts";
import { connectAccount, ownAccountsOf, testAccount } from "#app/telephony/carriers/own-accounts.server.ts";
import { importNumber } from "#app/telephony/import-number.server.ts";
import { giveBackNumber, reconcileNumber } from "#app/telephony/numbers.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { actorIn, asMember, testDeps } from "../membership/acting.ts";
import { changed, changing } from "../support/new-secret.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane } from "../support/people.ts";
import { type Clinic, clinic, history, knock, newNumber, relayOrder } from "../support/telephone.ts";
import { goesWrong, mend, openAccount, posts, replaceCredentials, type Side, sides } from "./sides.ts";

afterEach(mend);

const database = () => new Database(env.DB, new Timing());
const { deps } = testDeps();

/** A clinic that connected its own account, which holds a number. */
async function connected(side: Side, area_code: string) {
  const owner = await clinic();
  const { account_sid, credentials } = await openAccount(side);
  const actor = await actorIn(owner.organizationId, await asMember(owner));
  const made = await connectAccount(actor, { carrier: side.carrier, name: "Ours", credentials }, deps);
  if (!made.ok) throw new Error(`not connected: ${made.reason}`);
  const number = await heldBy(side, owner, credentials, area_code);
  return { owner, actor, account_sid, credentials, account_id: made.id, number };
}

/** A number that the account's owner bought at the carrier, without us. */
async function heldBy(
  { carrier }: Side,
  { organizationId }: Clinic,
  credentials: Record<string, string>,
  area_code: string,
): Promise<string> {
  const account = ownAccount(
    settings(env),
    { carrier, id: newId(), organization_id: organizationId },
    credentials,
  );
  if (!account) throw new Error("no credentials");
  const { numbers } = account.client;
  const sort = { country: "US", kind: "local" } as const;
  const found = await numbers.search({ ...sort, area_code, digits: "", locality: "" });
  const phone_number = found.ok ? (found.numbers[0]?.phone_number ?? "") : "";
  expect((await numbers.buy({ phone_number, number_id: "theirs", ...sort })).ok).toBe(true);
  return phone_number;
}

const indexed = (phone_number: string) =>
  controlPlane()
    .select()
    .from(control.phoneNumbers)
    .where(eq(control.phoneNumbers.phone_number, phone_number))
    .get();

describe.each(sides)("an own account at $carrier", (side) => {
  const at = (name: string, account_id: string) => `/webhooks/${side.carrier}/${name}?account=${account_id}`;

  test("is kept when the carrier took it, encrypted, and tested again", async () => {
    const { owner, actor, credentials, account_id } = await connected(side, "804");
    const rows = await controlPlane()
      .select()
      .from(control.carrierAccounts)
      .where(eq(control.carrierAccounts.id, account_id));
    expect(rows).toHaveLength(1);
    for (const secret of [credentials.auth_token, credentials.api_key])
      if (secret) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await ownAccountsOf(database(), owner.organizationId)).toMatchObject([
      { id: account_id, carrier: side.carrier, name: "Ours" },
    ]);
    expect(await testAccount(actor, { id: account_id }, deps)).toEqual({ ok: true });
    // Another organization has no such account.
    const other = await clinic();
    const stranger = await actorIn(other.organizationId, await asMember(other));
    expect(await testAccount(stranger, { id: account_id }, deps)).toMatchObject({ reason: "not_found" });
    expect(await removeAccount(stranger, { id: account_id }, deps)).toMatchObject({ reason: "not_found" });
  });

  test("with credentials that the carrier does not take is refused in its words, and kept nowhere", async () => {
    const owner = await clinic();
    const actor = await actorIn(owner.organizationId, await asMember(owner));
    const { account_sid, credentials } = await openAccount(side);
    await replaceCredentials(account_sid);
    const given = { carrier: side.carrier, name: "Ours" };
    const refused = await connectAccount(actor, { ...given, credentials }, deps);
    expect(refused).toMatchObject({ ok: false, reason: "untaken", because: "refused" });
    expect(refused).toMatchObject({ why: expect.stringMatching(/doesn't accept/) });
    expect(await connectAccount(actor, { ...given, credentials: { key: "x" } }, deps)).toMatchObject({
      reason: "unread",
    });
    await goesWrong(side, { path: "/", status: 503, times: 1 });
    expect(await connectAccount(actor, { ...given, credentials }, deps)).toMatchObject({ because: "silent" });
    expect(await ownAccountsOf(database(), owner.organizationId)).toEqual([]);
  });

  test("brings its number, whose calls are answered by the account's webhooks and its relay", async () => {
    const { owner, actor, account_sid, account_id, number } = await connected(side, "916");
    const wish = { account_id, phone_number: number, country: "US", agent_id: owner.agentId };
    const imported = await importNumber(actor, wish, deps);
    if (!imported.ok) throw new Error(imported.reason);
    expect(await indexed(number)).toMatchObject({
      organization_id: owner.organizationId,
      provider: side.carrier,
      account_id,
    });
    const id = side.newCallId();
    const call = { id, from: newNumber(), to: number };
    const answer = await posts(side, at("voice", account_id), side.voice(call), { account_sid });
    const order = relayOrder(await answer.text());
    if (!order) throw new Error("not put through");
    expect(order.url).toContain(`/relay/${side.carrier}/${account_id}/${order.call_id}/`);
    expect(order.action).toContain(`account=${account_id}`);
    // The handshake is believed by what the account signs, not by the platform's token.
    const opened = await knock(order.url);
    expect(opened.status).toBe(side.carrier === "twilio" ? 403 : 101);
    opened.webSocket?.accept();
    opened.webSocket?.close(1000);
    const ended = { ...side.status({ ...call, status: "completed" }) };
    expect((await posts(side, at("status", account_id), ended, { account_sid })).status).toBe(204);
    expect(await history(owner)).toMatchObject([
      { provider: side.carrier, provider_call_id: id, our_number: number },
    ]);
    // It stays the organization's at the carrier when it leaves here.
    const numberContext = {
      organization_id: owner.organizationId,
      store: owner.store,
      db: database(),
      settings: settings(env),
    };
    expect(await giveBackNumber(numberContext, imported.number_id)).toMatchObject({ pending: false });
    expect(await indexed(number)).toBeUndefined();
    const account = await credentialsOf(database(), settings(env), { carrier: side.carrier, account_id });
    expect(await account?.client.numbers.held(number)).toMatchObject({ sid: expect.any(String) });
  });

  test("does not bring a number that it does not hold, or that another organization has here", async () => {
    const { owner, actor, account_id, number } = await connected(side, "919");
    const wish = { account_id, country: "US", agent_id: null };
    const other = await clinic();
    const imports = (phone_number: string) => importNumber(actor, { ...wish, phone_number }, deps);
    expect(await imports("+12125559981")).toMatchObject({ reason: "not_held" });
    expect(await imports(other.number)).toMatchObject({ reason: "elsewhere" });
    await goesWrong(side, { path: "/", status: 503, times: 1 });
    expect(await imports(number)).toMatchObject({ reason: "silent" });
    expect((await owner.store.numbers.list()).map(({ phone_number }) => phone_number)).toEqual([
      owner.number,
    ]);
  });

  test("is not believed without its address, for another's address, or with the platform's signature", async () => {
    const { owner, account_sid, account_id } = await connected(side, "801");
    const fields = side.voice({ id: side.newCallId(), from: newNumber(), to: owner.number });
    const plain = `/webhooks/${side.carrier}/voice`;
    expect((await posts(side, plain, fields, { account_sid })).status).toBe(403);
    expect((await posts(side, at("voice", account_id), fields)).status).toBe(403);
    for (const id of [newId(), "none", `${account_id}x`])
      expect((await posts(side, at("voice", id), fields, { account_sid })).status).toBe(403);
    expect(await owner.store.live.list()).toEqual([]);
  });

  test("speaks for the numbers that it holds alone, and not for the platform's that its organization has", async () => {
    const { owner, account_sid, account_id } = await connected(side, "802");
    const fields = side.voice({ id: side.newCallId(), from: newNumber(), to: owner.number });
    const answer = await posts(side, at("voice", account_id), fields, { account_sid });
    expect(await answer.text()).toContain("<Reject/>");
    expect(await owner.store.live.list()).toEqual([]);
    expect(await history(owner)).toEqual([]);
  });

  test("speaks for no other organization", async () => {
    const { account_sid, account_id } = await connected(side, "808");
    const victim = await clinic();
    const id = side.newCallId();
    const call = { id, from: newNumber(), to: victim.number };
    const order = relayOrder(
      await (await posts(side, `/webhooks/${side.carrier}/voice`, side.voice(call))).text(),
    );
    const mine = side.voice({ ...call, id: side.newCallId() });
    const answer = await posts(side, at("voice", account_id), mine, { account_sid });
    expect(await answer.text()).toContain("<Reject/>");
    const ended = side.status({ ...call, status: "completed" });
    expect((await posts(side, at("status", account_id), ended, { account_sid })).status).toBe(204);
    const action = `${order?.action.split("?")[0]}?account=${account_id}`;
    const over = side.sessionEnd({ id, isOver: true });
    await posts(side, action, over, { account_sid });
    expect(await victim.store.live.list()).toHaveLength(1);
  });

  test("whose credentials were replaced at the carrier is not believed, and refused in words", async () => {
    const { owner, actor, account_sid, account_id } = await connected(side, "813");
    const fields = side.voice({ id: side.newCallId(), from: newNumber(), to: owner.number });
    const path = at("voice", account_id);
    expect((await posts(side, path, fields, { account_sid })).status).toBe(200);
    await replaceCredentials(account_sid);
    expect((await posts(side, path, fields, { account_sid })).status).toBe(403);
    // Its people are told on their dashboard, and no one else is.
    await ended(owner, finishedCall());
    const dashboard = async (person: Clinic) => pageText(await (await person.get("/dashboard")).text());
    await vi.waitFor(
      async () => expect(await dashboard(owner)).toContain("1 webhook of your carrier failed"),
      { timeout: 20_000, interval: 200 },
    );
    const other = await clinic();
    await ended(other, finishedCall());
    expect(await dashboard(other)).not.toContain("of your carrier failed");
    expect(await testAccount(actor, { id: account_id }, deps)).toMatchObject({
      ok: false,
      reason: "refused",
      why: expect.stringMatching(/doesn't accept/),
    });
  });

  test("that was removed here is not believed any more, and its credentials are gone", async () => {
    const { owner, actor, account_sid, account_id } = await connected(side, "816");
    expect(await removeAccount(actor, { id: account_id }, deps)).toEqual({ ok: true, numbers: 0 });
    const fields = side.voice({ id: side.newCallId(), from: newNumber(), to: owner.number });
    expect((await posts(side, at("voice", account_id), fields, { account_sid })).status).toBe(403);
    const row = await controlPlane()
      .select()
      .from(control.carrierAccounts)
      .where(eq(control.carrierAccounts.id, account_id))
      .get();
    expect(row?.sealed).toBeNull();
  });
});

test("lines are counted under what was proven: a Telnyx account's id is only typed, so its lines are its own row's", async () => {
  const side = sides.find(({ carrier }) => carrier === "telnyx");
  if (!side) throw new Error("no Telnyx");
  const { account_id } = await connected(side, "860");
  const account = await credentialsOf(database(), settings(env), { carrier: side.carrier, account_id });
  expect(account?.lines_of).toBe(`telnyx:${account_id}`);
});

test("an import that stopped in the middle is undone, and can be begun anew", async () => {
  const [side] = sides;
  if (!side) throw new Error("no carrier");
  const { owner, actor, account_id, number } = await connected(side, "405");
  const begun = { id: newId(), phone_number: number, country: "US", provider: side.carrier, account_id };
  const now = Date.now() - 2 * minute_ms;
  const monthly = { micros: 0, currency: "USD" };
  const nowhere = { locality: null, region: null };
  const who = { agent_id: null, created_by: owner.userId };
  await owner.store.numbers.reserve({ ...begun, ...nowhere, ...who, monthly, now });
  await reconcileNumber(env, { organization_id: owner.organizationId, number_id: begun.id });
  expect((await owner.store.numbers.find(begun.id))?.status).toBe("failed");
  const wish = { account_id, phone_number: number, country: "US", agent_id: null };
  expect(await importNumber(actor, wish, deps)).toMatchObject({ ok: true });
});

test("after a change of the application's secret the credentials are sealed anew", async () => {
  const [side] = sides;
  if (!side) throw new Error("no carrier");
  const { account_id, credentials } = await connected(side, "404");
  const opens = (deployment: object) =>
    credentialsOf(database(), settings(deployment), { carrier: side.carrier, account_id });
  expect(await opens(changed())).toBeNull();
  await resealModelKeys(changing());
  expect((await opens(changed()))?.credentials).toEqual(credentials);
});
