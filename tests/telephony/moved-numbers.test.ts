/** Numbers that lie in the platform's account itself are brought into the one of their organization, and answer at every moment. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { Database } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { moveNumbers } from "#app/telephony/carriers/move-numbers.server.ts";
import { twilioCredentials } from "#app/telephony/carriers/twilio.schema.ts";
import { buyNumber, giveBackNumber } from "#app/telephony/numbers.server.ts";
import { carrierAccounts, phoneNumbers } from "#drizzle/control/schema.ts";
import { inObject } from "../calls/arrange.ts";
import { goesWrong, mend, posts, twilio } from "../carriers/sides.ts";
import { post, twilioClient } from "../sandbox/world.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { controlPlane } from "../support/people.ts";
import { type Clinic, clinic, newCallSid, newNumber, relayOrder } from "../support/telephone.ts";
import { numberForSale, soldAs } from "./carrier.ts";

afterEach(mend);

const { TWILIO_ACCOUNT_SID: main } = carrierSettings;
const told = { ...env, TWILIO_SUBACCOUNTS: "on" };
const database = () => new Database(env.DB, new Timing());
let runs = 0;
/** As cron does it, each time a day later. */
const cron = () => moveNumbers(told, Date.now() + runs++ * day_ms);

const contextOf = ({ organizationId, store }: Clinic) => ({
  organization_id: organizationId,
  store,
  db: database(),
  settings: settings(env),
});

/** A clinic that bought a number when there were no subaccounts. */
async function holding(area: string) {
  const owner = await clinic();
  // Its other number is known to no carrier.
  await controlPlane().delete(phoneNumbers).where(eq(phoneNumbers.number_id, owner.numberId));
  const phone_number = await numberForSale(area);
  const bought = await buyNumber(contextOf(owner), {
    ...{ phone_number, country: "US", kind: "local", locality: null, region: null, most: 50 },
    ...{ agent_id: owner.agentId, created_by: owner.userId, monthly: { micros: 0, currency: "USD" } },
  });
  if (!bought.ok) throw new Error(bought.reason);
  const sid = (await soldAs(phone_number))?.sid ?? "";
  return { owner, phone_number, id: bought.number_id, sid };
}

const entryOf = (phone_number: string) =>
  controlPlane().select().from(phoneNumbers).where(eq(phoneNumbers.phone_number, phone_number)).get();

/** Our account of an organization at the carrier, and its id there; null: there is none. */
async function accountOf({ organizationId }: Clinic) {
  const row = await controlPlane()
    .select()
    .from(carrierAccounts)
    .where(eq(carrierAccounts.organization_id, organizationId))
    .get();
  const at = row && { carrier: "twilio", account_id: row.id };
  const account = at && (await credentialsOf(database(), settings(told), at));
  return row && account
    ? { id: row.id, sid: twilioCredentials.parse(account.credentials).account_sid }
    : null;
}

async function heldIn(account_sid: string): Promise<string[]> {
  const found = await twilioClient().api.v2010.accounts(account_sid).incomingPhoneNumbers.list();
  return found.map(({ phoneNumber }) => phoneNumber);
}

/** Calls a number by an account's signature at an address; whether the agent answers. */
async function answers(to: string, account_sid: string, account_id: string | null): Promise<boolean> {
  const answer = await posts(
    twilio,
    `/webhooks/twilio/voice${account_id === null ? "" : `?account=${account_id}`}`,
    { CallSid: newCallSid(), From: newNumber(), To: to, Direction: "inbound", CallStatus: "ringing" },
    { account_sid },
  );
  return relayOrder(await answer.text()) !== null;
}

/** Its calls are over. */
const quiet = (owner: Clinic) =>
  inObject(owner, (sql) => sql.exec("delete from live_calls where call_id is not null"));

const ofNumber = (sid: string) => `/2010-04-01/Accounts/${main}/IncomingPhoneNumbers/${sid}.json`;

test("a number is moved with its addresses, once, and is the platform's as before", async () => {
  const { owner, phone_number, id, sid } = await holding("206");
  await cron();
  const account = await accountOf(owner);
  expect(await soldAs(phone_number)).toBeNull();
  expect(await heldIn(account?.sid ?? "")).toEqual([phone_number]);
  const there = await twilioClient()
    .api.v2010.accounts(account?.sid ?? "")
    .incomingPhoneNumbers(sid)
    .fetch();
  for (const url of [there.voiceUrl, there.statusCallback, there.smsUrl])
    expect(url).toContain(`?account=${account?.id}`);
  expect(await entryOf(phone_number)).toMatchObject({ account_id: account?.id, provider_sid: sid });
  expect(await owner.store.numbers.find(id)).toMatchObject({ account_id: account?.id, status: "active" });
  expect(await answers(phone_number, account?.sid ?? "", account?.id ?? "")).toBe(true);
  // A call that came to the old address at that moment.
  expect(await answers(phone_number, main, null)).toBe(true);
  expect(await (await owner.get(`/numbers/${id}`)).text()).toContain("Included with your plan");
  await cron();
  expect(await heldIn(account?.sid ?? "")).toEqual([phone_number]);
  expect(await giveBackNumber(contextOf(owner), id)).toMatchObject({ ok: true, pending: false });
  expect(await heldIn(account?.sid ?? "")).toEqual([]);
});

test("a number that the carrier doesn't move answers where it is, and is tried again a day later", async () => {
  const { owner, phone_number, sid } = await holding("502");
  await goesWrong(twilio, { path: ofNumber(sid), status: 503 });
  await cron();
  expect((await soldAs(phone_number))?.sid).toBe(sid);
  expect((await entryOf(phone_number))?.account_id).toBeNull();
  expect(await answers(phone_number, main, null)).toBe(true);
  await quiet(owner);
  await cron();
  expect(await soldAs(phone_number)).toBeNull();
  expect((await entryOf(phone_number))?.account_id).toBe((await accountOf(owner))?.id);
});

test("a move whose answer was lost is written down by the next run, and the number answers meanwhile", async () => {
  const { owner, phone_number, sid } = await holding("919");
  await goesWrong(twilio, { path: ofNumber(sid), effect: "answer_lost" });
  await cron();
  const account = await accountOf(owner);
  expect(await heldIn(account?.sid ?? "")).toEqual([phone_number]);
  expect((await entryOf(phone_number))?.account_id).toBeNull();
  expect(await answers(phone_number, account?.sid ?? "", account?.id ?? "")).toBe(true);
  await quiet(owner);
  await cron();
  expect((await entryOf(phone_number))?.account_id).toBe(account?.id);
  expect(await heldIn(account?.sid ?? "")).toEqual([phone_number]);
});

test("a number in a call, and one that is registered for texts, stay where they are", async () => {
  const busy = await holding("480");
  expect(await answers(busy.phone_number, main, null)).toBe(true);
  const registered = await holding("612");
  await post("/carrier-numbers", { phone_number: registered.phone_number, campaign: "VERIFIED" });
  await cron();
  for (const { owner, phone_number } of [busy, registered]) {
    expect(await soldAs(phone_number)).not.toBeNull();
    expect(await accountOf(owner)).toBeNull();
  }
});
