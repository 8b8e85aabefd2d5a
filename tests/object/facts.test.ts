/** What happens is written as a fact, once, in the transaction of what happened. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { sendWaitingFacts } from "#app/object/control-outbox.server.ts";
import { payloadOf } from "#app/object/events.schema.ts";
import { newId } from "#app/platform/id.ts";
import { eventOutbox } from "#drizzle/control/schema.ts";
import { agentOf, openEditor, publish, save } from "../agents/editor-client.ts";
import { ended, finishedCall, leftMessage } from "../calls/arrange.ts";
import { accept, invited } from "../organizations/inviting.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";
import { call, clinic, hangUp, newNumber, relayAction, rows } from "../support/telephone.ts";
import { bought } from "../telephony/buyer.ts";
import { numberForSale } from "../telephony/carrier.ts";
import { listenTo, written } from "./written.ts";

test("every version of an agent that is published is told of, a saved draft is not", async () => {
  const owner = await memberOf();
  await listenTo(owner);
  const id = await agentOf(owner);
  const { values } = await openEditor(owner, id);
  values.set("name", "Front desk");
  expect((await save(owner, id, values)).status).toBe(302);
  // The same edit again is of a draft that is over: it saves nothing.
  await save(owner, id, values);
  expect(await written(owner)).toHaveLength(1);
  await publish(owner, id);
  // There is nothing more to publish.
  await publish(owner, id);
  expect(await written(owner)).toMatchObject([
    { id: `agent.published:${id}:1`, payload: { agent_id: id, version: 1 } },
    { id: `agent.published:${id}:2`, payload: { version: 2, name: "Front desk" } },
  ]);
});

test("a number is bought and released when the carrier has done so", async () => {
  const owner = await memberOf();
  await listenTo(owner);
  const phone_number = await numberForSale("415");
  const number = await bought(owner, phone_number);
  await owner.store.numbers.activate({ id: number, provider_sid: "PN1", now: Date.now() });
  expect((await owner.post("/numbers", { do: "release", number })).status).toBe(200);
  await owner.store.numbers.markReleased({ id: number, now: Date.now() });
  expect(await written(owner)).toMatchObject([
    {
      id: `number.bought:${number}`,
      payload: { phone_number, provider: "twilio", bought_by: owner.userId, currency: "USD" },
    },
    { id: `number.released:${number}`, payload: { phone_number } },
  ]);
});

test("a booked call is one booking and one finished call", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const from = newNumber();
  const placed = await call(owner, from);
  await placed.relay.say("a cleaning please");
  await placed.relay.say("tomorrow at ten in the morning");
  await placed.relay.say("my name is Marta Lindqvist");
  for (let turns = 0; turns < 5 && (await owner.store.bookings.upcoming(0, 1)).length === 0; turns++)
    await placed.relay.say("yes");
  await placed.relay.say("no thanks, goodbye");
  await hangUp(placed);
  const [booking] = await owner.store.bookings.upcoming(0, 5);
  const contact = await owner.store.contacts.findByPhone(from);
  expect(await written(owner)).toMatchObject([
    {
      id: `booking.made:${booking?.id}`,
      payload: { call_id: placed.call_id, starts_at: booking?.starts_at, name: "Marta Lindqvist" },
    },
    {
      id: `call.finished:${placed.call_id}`,
      payload: {
        direction: "inbound",
        other_number: from,
        own_number: owner.number,
        agent_id: owner.agentId,
        agent_version: 1,
        answered: true,
        booked: true,
        outcome: "booked",
        booking_id: booking?.id,
        contact_id: contact?.id,
        contact_name: "Marta Lindqvist",
        messages: 0,
      },
    },
  ]);
});

test("a call back that is promised is one message, and the call counts it", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const from = newNumber();
  const placed = await call(owner, from);
  await placed.relay.say("Do you whiten teeth with a laser?");
  await placed.relay.say("Hank Sorensen");
  await placed.relay.say("yes");
  await hangUp(placed);
  expect(await written(owner)).toMatchObject([
    {
      kind: "message.left",
      payload: { call_id: placed.call_id, kind: "call_back", name: "Hank Sorensen", phone_number: from },
    },
    { kind: "call.finished", payload: { messages: 1, outcome: "call_back" } },
  ]);
});

test("a message is told at the call's end, with the number that the caller corrected afterwards", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const placed = await call(owner);
  await placed.relay.say("Do you whiten teeth with a laser?");
  await placed.relay.say("Hank Sorensen");
  await placed.relay.say("yes");
  expect(await rows(owner, "select name from messages")).toEqual([{ name: "Hank Sorensen" }]);
  expect(await written(owner, "message.left")).toEqual([]);
  await placed.relay.say("no thanks, but not on this phone please");
  await placed.relay.say("212 555 0142");
  await hangUp(placed);
  expect(await written(owner, "message.left")).toMatchObject([
    { payload: { call_id: placed.call_id, name: "Hank Sorensen", phone_number: "+12125550142" } },
  ]);
});

test("a lead is told once and at the call's end, with the name that the caller gave", async () => {
  const owner = await clinic(({ hours }) => ({ ...specFor("lead_qualification"), hours }));
  await listenTo(owner);
  const from = newNumber();
  const placed = await call(owner, from);
  for (const words of [
    "We need a new reception desk",
    "As soon as possible",
    "Rosa Marino",
    "yes",
    "I'd rather not",
    "That's right",
  ])
    await placed.relay.say(words);
  const contact = await owner.store.contacts.findByPhone(from);
  expect(contact).toMatchObject({ status: "qualified", name: null });
  expect(await written(owner, "lead.saved")).toEqual([]);
  await placed.relay.say("No, that's it");
  await hangUp(placed);
  expect(await written(owner, "lead.saved")).toMatchObject([
    {
      id: `lead.saved:${contact?.id}:${placed.call_id}`,
      payload: { name: "Rosa Marino", phone_number: from, call_id: placed.call_id },
    },
  ]);
});

test("a call that is given up as lost tells of the message that it left", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const { call_id, relay } = await call(owner);
  await owner.store.messages.take(leftMessage({ call_id }));
  expect(await written(owner)).toEqual([]);
  await owner.store.live.giveUp(call_id, Date.now());
  relay.close();
  expect(await written(owner)).toMatchObject([{ kind: "message.left", payload: { call_id } }]);
});

test("a caller who wants no calls has opted out once, however often they say so", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const from = newNumber();
  for (const _ of ["first", "second"]) {
    const placed = await call(owner, from);
    await placed.relay.say("please stop calling me");
    expect(await placed.relay.handoff()).toEqual({ reason: "opt_out" });
    await relayAction(placed, {});
  }
  const contact = await owner.store.contacts.findByPhone(from);
  expect(await written(owner, "contact.opted_out")).toMatchObject([
    { payload: { contact_id: contact?.id, phone_number: from } },
  ]);
  expect(await written(owner, "call.finished")).toHaveLength(2);
});

test("a contact becomes a lead once in a call, and the call handed over again is no second fact", async () => {
  const owner = await memberOf();
  await listenTo(owner);
  const lead = finishedCall({ outcome: "lead", caller_name: "Marta Lindqvist" });
  await ended(owner, lead, lead);
  const contact = await owner.store.contacts.findByPhone(lead.other_number ?? "");
  expect(await written(owner)).toMatchObject([
    {
      id: `lead.saved:${contact?.id}:${lead.id}`,
      payload: { name: "Marta Lindqvist", phone_number: lead.other_number, call_id: lead.id },
    },
    { id: `call.finished:${lead.id}` },
  ]);
});

test("a call that was given up as lost is told of when its real end comes", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const { call_id, relay } = await call(owner);
  await owner.store.live.giveUp(call_id, Date.now());
  expect(await written(owner)).toEqual([]);
  await ended(owner, finishedCall({ id: call_id }));
  relay.close();
  expect((await written(owner)).map(({ id }) => id)).toEqual([`call.finished:${call_id}`]);
});

/** The same for the control plane's outbox. */
async function joinedIn(organizationId: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare("select id, payload from joined where organization_id = ?")
    .bind(organizationId)
    .all<{ id: string; payload: string }>();
  return results.map(({ id, payload }) => ({ id, payload: payloadOf("member.joined", JSON.parse(payload)) }));
}
const listenToJoining = () =>
  env.DB.batch(
    [
      "create table if not exists joined (id text, organization_id text, payload text)",
      `create trigger if not exists listen after insert on event_outbox
         begin insert into joined values (new.id, new.organization_id, new.payload); end`,
    ].map((statement) => env.DB.prepare(statement)),
  );

const waiting = (id: string) => controlPlane().select().from(eventOutbox).where(eq(eventOutbox.id, id)).get();

test("an accepted invitation is a member who joined, and its fact is forgotten when all have heard it", async () => {
  await listenToJoining();
  const owner = await memberOf();
  const person = await memberOf();
  const { link, invitation } = await invited(owner, { email: person.email, role: "viewer" });
  await accept(person, link);
  await accept(person, link);
  const id = `member.joined:${invitation.id}`;
  expect(await joinedIn(owner.organizationId)).toEqual([
    { id, payload: { v: 1, user_id: person.userId, role: "viewer", invitation_id: invitation.id } },
  ]);
  await expect.poll(() => waiting(id), { timeout: 20_000 }).toBeUndefined();
});

test("a member who accepts another invitation does not join again", async () => {
  await listenToJoining();
  const owner = await memberOf();
  const email = newAddress();
  const { link } = await invited(owner, { email, role: "viewer" });
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId, email });
  expect((await accept(admin, link)).status).toBe(302);
  expect(await joinedIn(owner.organizationId)).toEqual([]);
});

/** A fact whose sending was lost; it is due at `due_at`. */
async function lost(due_at: number, kind = "member.joined"): Promise<string> {
  const id = `${kind}:${newId()}`;
  await controlPlane()
    .insert(eventOutbox)
    .values({
      id,
      organization_id: newId(),
      kind,
      payload: { v: 1, user_id: newId(), role: "member", invitation_id: newId() },
      attempts: 1,
      due_at,
      created_at: due_at,
    });
  return id;
}

test("a fact of the control plane whose sending was lost is sent by the clock's strike, and none before it is due", async () => {
  const now = Date.now();
  const [due, early] = [await lost(now - 1000), await lost(now + 3_600_000)];
  const answer = await anonymous().fetch("/sandbox/clock", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(answer.ok).toBe(true);
  await expect.poll(() => waiting(due), { timeout: 20_000 }).toBeUndefined();
  expect(await waiting(early)).toMatchObject({ attempts: 1 });
});

test("a fact of the control plane that is not acknowledged waits longer each time", async () => {
  const now = Date.now();
  const id = await lost(now, "from_a_newer_version");
  await sendWaitingFacts(env, now);
  expect(await waiting(id)).toMatchObject({ attempts: 2, due_at: now + 600_000 });
  await sendWaitingFacts(env, now + 600_000);
  expect(await waiting(id)).toMatchObject({ attempts: 3, due_at: now + 1_800_000 });
});
