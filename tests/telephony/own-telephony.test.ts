/** The telephony settings and the page of a number: own accounts from their form to their removal, and what the doctor finds. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { forgetRemovedAccounts } from "#app/telephony/carriers/account-changes.server.ts";
import { ownAccount } from "#app/telephony/carriers/carriers.server.ts";
import { carrierAccounts, phoneNumbers } from "#drizzle/control/schema.ts";
import {
  goesWrong,
  mend,
  openAccount,
  posts,
  replaceCredentials,
  type Side,
  sides,
} from "../carriers/sides.ts";
import { post as sandboxPost } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane } from "../support/people.ts";
import { type Clinic, clinic, history, newNumber, relayOrder } from "../support/telephone.ts";

const page = "/twilio-settings";

afterEach(mend);

const textOf = async (answer: Response): Promise<string> => pageText(await answer.text());

/** What the form of an account posts. */
const typed = (side: Side, credentials: Record<string, string>) =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [`${side.carrier}_${name}`, value]));

/** A clinic that connected an account on the page. */
async function connected(side: Side) {
  const owner = await clinic();
  const { account_sid, credentials } = await openAccount(side);
  const answer = await owner.post(page, {
    do: "add",
    carrier: side.carrier,
    name: "Head office",
    ...typed(side, credentials),
  });
  expect(answer.status).toBe(302);
  const to = new URL(answer.headers.get("location") ?? "", "https://app.test");
  return { owner, account_sid, credentials, here: to.pathname, account_id: to.pathname.split("/")[2] ?? "" };
}

/** Numbers that the account's owner buys at the carrier, without us. */
async function buysThere(
  side: Side,
  { credentials }: { credentials: Record<string, string> },
  area: string,
  kind: "local" | "toll_free" = "local",
) {
  const account = ownAccount(
    settings(env),
    { carrier: side.carrier, id: newId(), organization_id: newId() },
    credentials,
  );
  if (!account) throw new Error("no credentials");
  const { numbers } = account.client;
  const sort = { country: "US", kind } as const;
  const found = await numbers.search({ ...sort, area_code: area, digits: "", locality: "" });
  const phone_number = found.ok ? (found.numbers[0]?.phone_number ?? "") : "";
  expect((await numbers.buy({ phone_number, number_id: "theirs", ...sort })).ok).toBe(true);
  const held = await numbers.held(phone_number);
  const sid = held.ok ? (held.sid ?? "") : "";
  // It answered elsewhere before.
  await sandboxPost("/carrier-numbers", { phone_number, voice_url: "https://old.example/voice" });
  return { phone_number, sid, client: account.client };
}

const idOfNumber = async ({ store }: Clinic, phone_number: string): Promise<string> =>
  (await store.numbers.list()).find((one) => one.phone_number === phone_number)?.id ?? "";

type Spoilt = { voice_url?: string; state?: string; text_url?: string; campaign?: string };
const spoil = (phone_number: string, how: Spoilt) =>
  sandboxPost("/carrier-numbers", { phone_number, ...how });

describe.each(sides)("an own account at $carrier", (side) => {
  test("is connected by its form, shows no secret again, and is renamed, limited and tested", async () => {
    const { owner, credentials, here, account_sid } = await connected(side);
    expect(await textOf(await owner.get(`${here}?numbers=all`))).toContain("The account has no numbers at");
    const html = await (await owner.get(here)).text();
    for (const secret of [credentials.auth_token, credentials.api_key])
      if (secret) expect(html).not.toContain(secret);
    expect(await textOf(await owner.get(page))).toContain("Head office");
    expect((await owner.post(here, { do: "rename", name: "Branch" })).status).toBe(302);
    expect((await owner.post(here, { do: "limits", lines: "2", calls_per_second: "1" })).status).toBe(302);
    const limits = await textOf(await owner.get(page));
    expect(limits).toMatch(/Calls at once \d+ in your plan/);
    expect(limits).toMatch(/New outgoing calls \d+ a second from included numbers/);
    expect(limits).toContain("Branch 2 at once, 1 a second");
    const many = await owner.post(here, { do: "limits", lines: "9999", calls_per_second: "" });
    expect(many.status).toBe(422);
    expect(await textOf(many)).toMatch(/Your plan has \d+ calls at once/);
    expect((await owner.post(here, { do: "test" })).status).toBe(302);
    // A second one of the same name would not be told apart.
    const again = await owner.post(page, {
      do: "add",
      carrier: side.carrier,
      name: "Branch",
      ...typed(side, credentials),
    });
    expect(again.status).toBe(422);
    await replaceCredentials(account_sid);
    const refused = await owner.post(here, { do: "test" });
    expect(refused.status).toBe(422);
    const words = await textOf(refused);
    expect(words).toMatch(/doesn't accept this account's/);
    expect(words).toContain(
      side.carrier === "twilio" ? "20003: Authenticate" : "10009: Authentication failed",
    );
    expect(await textOf(await owner.get(page))).toContain("Doesn't work");
  });

  test("with new credentials works again; wrong ones change nothing, and are never sent back", async () => {
    const { owner, here, account_sid } = await connected(side);
    const renewed = await (await replaceCredentials(account_sid)).json();
    const { credentials } = z.object({ credentials: z.record(z.string(), z.string()) }).parse(renewed);
    const application = side.carrier === "telnyx" ? { application_id: "1999999999999999999" } : {};
    const wrong = { ...credentials, ...application, [secretOf(side)]: "KEYthatsWrong00" };
    const refused = await owner.post(here, { do: "replace", ...typed(side, wrong) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).not.toContain("KEYthatsWrong00");
    const empty = await owner.post(here, { do: "replace" });
    expect(await textOf(empty)).toContain(
      side.carrier === "twilio" ? "Enter the auth token" : "Enter the API key",
    );
  });

  test("that the carrier is slow or down for is kept nowhere, and says what was answered", async () => {
    const owner = await clinic();
    const { credentials } = await openAccount(side);
    await goesWrong(side, { path: "/", status: 503, times: 1 });
    const form = { do: "add", carrier: side.carrier, name: "Ours", ...typed(side, credentials) };
    const answer = await owner.post(page, form);
    expect(answer.status).toBe(422);
    const words = await textOf(answer);
    expect(words).toContain("The carrier didn't respond");
    expect(await textOf(await owner.get(page))).toContain("No account of your own yet");
  });

  test("brings its numbers, one or all, each once; another organization's stays where it is", async () => {
    const house = await connected(side);
    const { owner, here } = house;
    const [first, second, theirs] = [
      await buysThere(side, house, "212"),
      await buysThere(side, house, "212"),
      await buysThere(side, house, "212"),
    ];
    // A number that was sold again, and is still listed for the clinic that had it.
    const former = await clinic();
    await controlPlane()
      .update(phoneNumbers)
      .set({ phone_number: second.phone_number })
      .where(eq(phoneNumbers.phone_number, former.number));
    // Another organization has the same account, and one of its numbers.
    const other = await clinic();
    const their = { do: "add", carrier: side.carrier, name: "Shared", ...typed(side, house.credentials) };
    const at = (await other.post(page, their)).headers.get("location") ?? "";
    const { pathname } = new URL(at, "https://app.test");
    expect((await other.post(pathname, { do: "import", number: theirs.phone_number })).status).toBe(302);
    const found = await textOf(await owner.get(`${here}?numbers=all`));
    expect(found).toContain("Import it");
    expect(found).toContain("In another organization");
    const one = { do: "import", number: first.phone_number };
    expect((await owner.post(here, one)).status).toBe(302);
    const twice = await owner.post(here, one);
    expect(twice.status).toBe(409);
    expect(await textOf(twice)).toContain("is here already");
    expect((await owner.post(here, { do: "import", number: theirs.phone_number })).status).toBe(409);
    expect((await owner.post(here, { do: "import", number: "nothing" })).status).toBe(422);
    const sold = { do: "import", number: second.phone_number, agent: owner.agentId };
    expect((await owner.post(here, sold)).status).toBe(302);
    const all = await textOf(await owner.post(here, { do: "import_all" }));
    expect(all).toContain("No number was imported.");
    // The other organization cannot reach this one's account or numbers.
    expect((await other.get(here)).status).toBe(404);
    expect((await other.post(here, { do: "remove" })).status).toBe(404);
    const its = `/numbers/${await idOfNumber(owner, first.phone_number)}`;
    expect((await other.get(its)).status).toBe(404);
    expect((await other.post(its, { do: "check" })).status).toBe(404);
    const looked = await second.client.numbers.look(second.sid);
    const id = await idOfNumber(owner, second.phone_number);
    expect(id).not.toBe("");
    // Our own view of the account names another id in the address, so only the target is compared.
    expect(looked).toMatchObject({ ok: true, number: { target: expect.stringMatching(/app\.test|Calls/) } });
  });

  test("whose import stops half way is put back as it was", async () => {
    const house = await connected(side);
    const { owner, here } = house;
    const number = await buysThere(side, house, "212");
    const before = await number.client.numbers.look(number.sid);
    const path =
      side.carrier === "twilio"
        ? `/2010-04-01/Accounts/${house.account_sid}/IncomingPhoneNumbers/${number.sid}.json`
        : "/v2/texml_applications/";
    // The look comes first, and then what points it at us is done and not answered.
    await goesWrong(side, { path, effect: "answer_lost", times: side.carrier === "twilio" ? 1 : 1 });
    const stopped = await owner.post(here, { do: "import", number: number.phone_number });
    expect(stopped.status).toBe(502);
    expect(await idOfNumber(owner, number.phone_number)).toBe("");
    const after = await number.client.numbers.look(number.sid);
    expect(after.ok && after.number?.aim).toEqual(before.ok && before.number?.aim);
    const again = await owner.post(here, { do: "import", number: number.phone_number });
    expect(again.status).toBe(302);
  });

  test("that is removed takes its numbers off the list and off the carrier, and a running call ends well", async () => {
    const house = await connected(side);
    const { owner, here, account_id, account_sid } = house;
    const number = await buysThere(side, house, "212");
    expect((await owner.post(here, { do: "import_all", agent: owner.agentId })).status).toBe(200);
    const at = (name: string) => `/webhooks/${side.carrier}/${name}?account=${account_id}`;
    const call = { id: side.newCallId(), from: newNumber(), to: number.phone_number };
    const begun = await posts(side, at("voice"), side.voice(call), { account_sid });
    const order = relayOrder(await begun.text());
    if (!order) throw new Error("not put through");
    expect(await textOf(await owner.get(here))).toContain("Its 1 number here is taken off your list");
    expect((await owner.post(here, { do: "remove" })).status).toBe(302);
    expect(await idOfNumber(owner, number.phone_number)).toBe("");
    const looked = await number.client.numbers.look(number.sid);
    expect(looked).toMatchObject({ ok: true, number: { target: null } });
    // The call that went on is told its end, and is on record.
    const over = side.sessionEnd({ id: call.id, isOver: true });
    expect((await posts(side, order.action, over, { account_sid })).status).toBe(200);
    expect(await history(owner)).toMatchObject([{ provider_call_id: call.id, status: expect.any(String) }]);
    // No new call is believed, and its caller hears words at the second address.
    const late = await posts(side, at("voice"), side.voice({ ...call, id: side.newCallId() }), {
      account_sid,
    });
    expect(late.status).toBe(403);
    const sorry = await owner.fetch(at("sorry"), { method: "POST" });
    expect(await sorry.text()).toContain("<Say");
    const [row] = await controlPlane()
      .select()
      .from(carrierAccounts)
      .where(eq(carrierAccounts.id, account_id));
    expect(row?.sealed).not.toBeNull();
    await forgetRemovedAccounts(env, Date.now() + 5 * hour_ms);
    const [later] = await controlPlane()
      .select()
      .from(carrierAccounts)
      .where(eq(carrierAccounts.id, account_id));
    expect(later?.sealed).toBeNull();
  });

  test("whose number goes wrong is told by the doctor in words, who repairs what it can", async () => {
    const house = await connected(side);
    const { owner, here, account_sid } = house;
    const number = await buysThere(side, house, side.carrier === "twilio" ? "512" : "503");
    await owner.post(here, { do: "import", number: number.phone_number });
    const its = `/numbers/${await idOfNumber(owner, number.phone_number)}`;
    const check = async () => textOf(await owner.post(its, { do: "check" }));
    const first = await check();
    expect(first).toContain("No agent is assigned.");
    expect(first).toContain("Calls and reports come here.");
    expect((await owner.post(its, { do: "repair", repair: "assign" })).status).toBe(302);
    expect(await check()).toContain("Nothing stands in the way of a call.");
    await spoil(number.phone_number, { voice_url: "https://other.example/voice" });
    expect(await check()).toContain("They must come here for an agent to answer.");
    expect((await owner.post(its, { do: "repair", repair: "webhooks" })).status).toBe(302);
    expect(await check()).toContain("Calls and reports come here.");
    await spoil(number.phone_number, { text_url: "https://other.example/texts" });
    expect(await check()).toContain("Texts to it go to other.example.");
    expect((await owner.post(its, { do: "repair", repair: "webhooks" })).status).toBe(302);
    expect(await check()).toContain("Texts to this number come here.");
    // The registration of texts, in each carrier's own words.
    const [approved, waiting, refused] =
      side.carrier === "twilio"
        ? ["VERIFIED", "IN_PROGRESS", "FAILED"]
        : ["ASSIGNED", "PENDING_ASSIGNMENT", "FAILED_ASSIGNMENT"];
    expect(await check()).toMatch(/belongs to no registered campaign.*Register it in the carrier's portal/);
    await spoil(number.phone_number, { campaign: waiting });
    expect(await check()).toContain("waits for approval");
    await spoil(number.phone_number, { campaign: refused });
    expect(await check()).toContain("was refused or suspended");
    await spoil(number.phone_number, { campaign: approved });
    expect(await check()).toContain("belongs to an approved campaign");
    const tollFree = await buysThere(side, house, side.carrier === "twilio" ? "833" : "866", "toll_free");
    await owner.post(here, { do: "import", number: tollFree.phone_number });
    const free = `/numbers/${await idOfNumber(owner, tollFree.phone_number)}`;
    const checkFree = async () => textOf(await owner.post(free, { do: "check" }));
    const [verified, reviewed, rejected] =
      side.carrier === "twilio"
        ? ["TWILIO_APPROVED", "IN_REVIEW", "TWILIO_REJECTED"]
        : ["Verified", "Waiting For Vendor", "Rejected"];
    expect(await checkFree()).toContain("This toll-free number isn't verified");
    await spoil(tollFree.phone_number, { campaign: reviewed });
    expect(await checkFree()).toContain("is under review");
    await spoil(tollFree.phone_number, { campaign: rejected });
    expect(await checkFree()).toContain("The verification of this toll-free number was refused");
    await spoil(tollFree.phone_number, { campaign: verified });
    expect(await checkFree()).toContain("The toll-free number is verified");
    await spoil(number.phone_number, { state: "suspended" });
    expect(await check()).toContain("Status: suspended");
    await spoil(number.phone_number, { state: "" });
    await goesWrong(side, { path: "/", status: 500, times: 4 });
    expect(await check()).toContain("The carrier didn't respond");
    await mend();
    await number.client.numbers.release(number.sid);
    expect(await check()).toContain("no longer has this number in the account");
    await replaceCredentials(account_sid);
    expect(await check()).toMatch(/doesn't accept this account's/);
  });
});

const secretOf = ({ carrier }: Side): string => (carrier === "twilio" ? "auth_token" : "api_key");
