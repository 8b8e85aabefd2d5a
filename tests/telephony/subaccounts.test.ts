/** The platform's account within its own for each organization: made once, recovered, renewed, suspended and closed. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { placesTaken } from "#app/billing/plan/included-numbers.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { settleSubaccounts } from "#app/telephony/carriers/subaccounts.server.ts";
import { twilioCredentials } from "#app/telephony/carriers/twilio.schema.ts";
import { buyNumber, giveBackNumber } from "#app/telephony/numbers.server.ts";
import type { SoldCountry } from "#app/telephony/sale/sold-countries.schema.ts";
import { carrierAccounts, organizations, phoneNumbers } from "#drizzle/control/schema.ts";
import { goesWrong, mend, posts, replaceCredentials, sides } from "../carriers/sides.ts";
import { twilioClient } from "../sandbox/world.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { controlPlane } from "../support/people.ts";
import { type Clinic, clinic, history, newCallSid, newNumber, relayOrder } from "../support/telephone.ts";
import { numberForSale } from "./carrier.ts";

const [twilio] = sides;
if (!twilio) throw new Error("no Twilio");

afterEach(mend);

const accounts = "/2010-04-01/Accounts.json";
const wanted = settings({ ...env, TWILIO_SUBACCOUNTS: "on" });
const database = () => new Database(env.DB, new Timing());

const contextOf = ({ organizationId, store }: Clinic) => ({
  organization_id: organizationId,
  store,
  db: database(),
  settings: wanted,
});

async function buys(owner: Clinic, area: string, country: SoldCountry = "US") {
  const phone_number = country === "US" ? await numberForSale(area) : area;
  const bought = await buyNumber(contextOf(owner), {
    phone_number,
    country,
    kind: "local",
    locality: null,
    region: null,
    agent_id: owner.agentId,
    created_by: owner.userId,
    monthly: { micros: 0, currency: "USD" },
    most: 50,
  });
  return { phone_number, bought };
}

const rowsOf = ({ organizationId }: Clinic) =>
  controlPlane().select().from(carrierAccounts).where(eq(carrierAccounts.organization_id, organizationId));

async function accountOf(owner: Clinic) {
  const [row] = await rowsOf(owner);
  const account = row && (await credentialsOf(database(), wanted, { carrier: "twilio", account_id: row.id }));
  if (!row || !account) throw new Error("no subaccount");
  return { row, account, ...twilioCredentials.parse(account.credentials) };
}

/** What the carrier has under the organization's name. */
const there = ({ organizationId }: Clinic) =>
  twilioClient().api.v2010.accounts.list({ friendlyName: `organization ${organizationId}` });

const statusOf = async (owner: Clinic) => (await there(owner)).map(({ status }) => status);

async function heldIn(account_sid: string): Promise<string[]> {
  const found = await twilioClient().api.v2010.accounts(account_sid).incomingPhoneNumbers.list();
  return found.map(({ phoneNumber }) => phoneNumber);
}

const calls = (account_sid: string, account_id: string, to: string, path?: string) =>
  posts(
    twilio,
    `/webhooks/twilio/voice?account=${account_id}`,
    { CallSid: newCallSid(), From: newNumber(), To: to, Direction: "inbound", CallStatus: "ringing" },
    { account_sid, ...(path !== undefined && { path }) },
  );

test("the first purchase makes it, the next ones use it, and it counts as the platform's in the plan", async () => {
  const owner = await clinic();
  const before = await placesTaken(database(), owner.organizationId, Date.now());
  const { phone_number, bought } = await buys(owner, "206");
  expect(bought).toMatchObject({ ok: true });
  expect((await buys(owner, "206")).bought).toMatchObject({ ok: true });
  const { row, account, account_sid } = await accountOf(owner);
  expect(await rowsOf(owner)).toHaveLength(1);
  expect(await there(owner)).toHaveLength(1);
  expect(account).toMatchObject({
    isOwn: false,
    lines_of: `twilio:${carrierSettings.TWILIO_ACCOUNT_SID}`,
    organization_id: owner.organizationId,
  });
  expect(row.sealed).not.toContain(account_sid);
  expect(await heldIn(account_sid)).toContain(phone_number);
  expect(await placesTaken(database(), owner.organizationId, Date.now())).toBe(before + 2);
  const number = (await owner.store.numbers.list()).find((one) => one.phone_number === phone_number);
  const page = await (await owner.get(`/numbers/${number?.id}`)).text();
  expect(page).toContain("Included with your plan");
  expect(await (await owner.get("/twilio-settings")).text()).not.toContain("organization ");
});

test("its webhooks are believed with its token and for its own numbers alone", async () => {
  const owner = await clinic();
  const other = await clinic();
  const { phone_number } = await buys(owner, "502");
  const { row, account_sid } = await accountOf(owner);
  const answered = await calls(account_sid, row.id, phone_number);
  expect(relayOrder(await answered.text())?.url).toContain(`/relay/twilio/${row.id}/`);
  expect(await history(owner)).toHaveLength(0);
  // The platform's own signature says nothing here, and another's number is not spoken for.
  expect((await calls(carrierSettings.TWILIO_ACCOUNT_SID, row.id, phone_number)).status).toBe(403);
  expect(await (await calls(account_sid, row.id, other.number)).text()).toContain("<Reject");
});

test("two purchases at once make one account", async () => {
  const owner = await clinic();
  const [one, two] = await Promise.all([buys(owner, "919"), buys(owner, "415")]);
  expect([one.bought.ok, two.bought.ok]).toEqual([true, true]);
  expect(await there(owner)).toHaveLength(1);
});

test("a carrier that fails sells nothing then, and the next purchase makes it", async () => {
  const owner = await clinic();
  await goesWrong(twilio, { path: accounts, status: 503 });
  const failed = await buys(owner, "480");
  expect(failed.bought).toEqual({ ok: false, reason: "busy" });
  expect(await owner.store.numbers.list()).toHaveLength(1);
  expect((await buys(owner, "480")).bought.ok).toBe(true);
  expect(await there(owner)).toHaveLength(1);
});

test("one that was made and never heard of is found by its name", async () => {
  const owner = await clinic();
  await twilioClient().api.v2010.accounts.create({ friendlyName: `organization ${owner.organizationId}` });
  expect((await buys(owner, "612")).bought.ok).toBe(true);
  const [only, ...more] = await there(owner);
  expect([only?.sid, more]).toEqual([(await accountOf(owner)).account_sid, []]);
});

test("where the carrier makes no more of them, the number is bought in the platform's account", async () => {
  const owner = await clinic();
  await owner.store.outbox.waiting(0);
  // The search for one of the name comes first, and is answered.
  await goesWrong(twilio, { path: accounts, status: 400, times: 2 });
  const { phone_number, bought } = await buys(owner, "603");
  expect(bought.ok).toBe(true);
  const [entry] = await controlPlane()
    .select()
    .from(phoneNumbers)
    .where(eq(phoneNumbers.phone_number, phone_number));
  expect(entry?.account_id).toBeNull();
});

test("a token that was replaced at the carrier is learned by a webhook, and by a request of ours", async () => {
  const owner = await clinic();
  const { phone_number } = await buys(owner, "503");
  const { row, account, account_sid, auth_token } = await accountOf(owner);
  await replaceCredentials(account_sid);
  const answered = await calls(account_sid, row.id, phone_number);
  expect(relayOrder(await answered.text())).not.toBeNull();
  const renewed = await accountOf(owner);
  expect(renewed.auth_token).not.toBe(auth_token);
  await replaceCredentials(account_sid);
  expect(await renewed.account.client.numbers.held(phone_number)).toMatchObject({ ok: true });
  // One that was opened before both learns it as well.
  expect(await account.client.check()).toEqual({ ok: true });
});

test("it is suspended and opened again with its organization, unless its callers are put through", async () => {
  const owner = await clinic();
  await buys(owner, "716");
  const shut = (at: number | null) =>
    controlPlane()
      .update(organizations)
      .set({ platform_suspended_at: at })
      .where(eq(organizations.id, owner.organizationId));
  await shut(Date.now());
  await goesWrong(twilio, { path: "/2010-04-01/Accounts/", status: 503 });
  await settleSubaccounts(env);
  expect(await statusOf(owner)).toEqual(["active"]);
  await settleSubaccounts(env);
  expect(await statusOf(owner)).toEqual(["suspended"]);
  await shut(null);
  await settleSubaccounts(env);
  expect(await statusOf(owner)).toEqual(["active"]);
  const routing = { when_closed: "agent", after_hours_agent_id: null, fallback_number: newNumber() } as const;
  await owner.store.numberRouting.changeRouting({
    id: owner.numberId,
    label: null,
    outbound_agent_id: null,
    routing,
    now: Date.now(),
  });
  await shut(Date.now());
  await settleSubaccounts(env);
  expect(await statusOf(owner)).toEqual(["active"]);
});

test("a number of a suspended one is given back all the same", async () => {
  const owner = await clinic();
  const { phone_number, bought } = await buys(owner, "704");
  const { account_sid } = await accountOf(owner);
  await controlPlane()
    .update(organizations)
    .set({ platform_suspended_at: Date.now() })
    .where(eq(organizations.id, owner.organizationId));
  await settleSubaccounts(env);
  const given = await giveBackNumber(contextOf(owner), bought.ok ? bought.number_id : "");
  expect(given).toMatchObject({ ok: true, pending: false });
  expect(await heldIn(account_sid)).not.toContain(phone_number);
});

test("the purge of its organization closes it, and is not done while the carrier is silent", async () => {
  const owner = await clinic();
  await buys(owner, "216");
  const { account_sid } = await accountOf(owner);
  await controlPlane()
    .update(organizations)
    .set({ archived_at: 1, purge_at: Date.now() - 2 * hour_ms })
    .where(eq(organizations.id, owner.organizationId));
  await goesWrong(twilio, { path: `/2010-04-01/Accounts/${account_sid}.json`, status: 503 });
  await purgeDeleted(env, Date.now());
  expect(await statusOf(owner)).toEqual(["active"]);
  await purgeDeleted(env, Date.now());
  expect(await statusOf(owner)).toEqual(["closed"]);
  expect(await heldIn(account_sid)).toEqual([]);
  expect(await rowsOf(owner)).toEqual([]);
});
