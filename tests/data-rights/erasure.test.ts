/** The erasure of one person: everything that leads to them is gone, everything else stays, and a receipt proves it. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { stepErasure } from "#app/data-rights/erasure-steps.server.ts";
import { startErasure } from "#app/data-rights/erasures.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import type { Json } from "#app/platform/json.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall, inObject, leftMessage, wordsOf } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { clinic, rows } from "../support/telephone.ts";
import { graphOf, runsOver, withoutWaits, workflowOn } from "../workflows/arrange.ts";
import { begin, exportsOf, ready } from "./arrange.ts";

const hers = "+14155550177";
const address = "mara.lind@example.com";

const said = (text: string) => [{ type: "caller" as const, text, heard: null, detail: null, at_ms: 0 }];

const find = (owner: Person, who: string) => owner.post("/settings/data", { intent: "find", who });
const erase = (owner: Person, who: string) => owner.post("/settings/data", { intent: "erase", who });

const erasuresOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.dataErasures)
    .where(eq(control.dataErasures.organization_id, organizationId));

const receiptOf = async (owner: Person) => {
  const [erasure] = await erasuresOf(owner);
  return erasure?.receipt_id ?? "none";
};

/** A caller with a call, a message, an appointment and a question; and another caller who speaks of her. */
async function mara(owner: Person) {
  const call = finishedCall({
    other_number: hers,
    caller_name: "Mara Lind",
    caller_email: address,
    summary: "Mara Lind wants a cleaning",
    fields: [{ id: "name", label: "Full name", value: "Mara Lind" }],
    lines: said("My name is Mara Lind, and my dog is called Rufus"),
  });
  const other = finishedCall({
    other_number: "+14155550199",
    caller_name: "Hank Sorensen",
    summary: `Call back at ${hers}`,
    lines: said(`Please tell my sister: (415) 555-0177, or ${address}. My own is 415 555 0199.`),
  });
  await owner.store.messages.take(leftMessage({ call_id: call.id, phone_number: hers, name: "Mara Lind" }));
  await owner.store.messages.take(leftMessage({ call_id: other.id, text: `Sister is at ${hers}` }));
  const booking = newId();
  await inObject(owner, (sql) => {
    sql.exec(
      `insert into bookings (id, starts_at, ends_at, kind, name, phone_number, email, notes, status, call_id, created_at, updated_at)
       values (?, 1, 2, 'Cleaning', 'Mara Lind', ?, ?, 'Rufus', 'booked', ?, 1, 1)`,
      booking,
      hers,
      address,
      call.id,
    );
    sql.exec(
      `insert into questions (id, agent_id, key, question, first_call_id, last_call_id, last_asked_at, created_at)
       values (?, 'a', 'k', 'Do you treat dogs like Rufus', ?, ?, 1, 1)`,
      newId(),
      call.id,
      call.id,
    );
  });
  await ended(owner, call, other);
  return { call, other, booking };
}

/** Every text of every table of the organization's object. */
const everything = (owner: Person) =>
  inObject(owner, (sql) => {
    const names = sql
      .exec<{ name: string }>(
        "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'call_words%' and name not like '\\_\\_%' escape '\\'",
      )
      .toArray();
    return names.map(({ name }) => JSON.stringify(sql.exec(`select * from "${name}"`).toArray())).join("\n");
  });

test.each([
  ["a phone number", "(415) 555-0177"],
  ["an address", "Mara.Lind@Example.com"],
])("by %s: nothing of the person is left, and other callers keep what is theirs", async (_, typed) => {
  const owner = await memberOf();
  const { call, other, booking } = await mara(owner);
  const found = await pageText(await (await find(owner, typed)).text());
  expect(found).toContain("1 contact, 1 call and 1 appointment");
  expect((await erase(owner, typed)).headers.get("location")).toBe("/settings/data?done=erased#erasures");
  const left = await everything(owner);
  for (const trace of ["Mara", "Lind", "Rufus", "4155550177", "555-0177", "mara.lind"])
    expect(left, trace).not.toContain(trace);
  expect(left).toContain("Hank Sorensen");
  expect(left).toContain("415 555 0199");
  expect(await rows(owner, "select id, outcome, talk_seconds, other_number from calls order by id")).toEqual(
    [call, other]
      .map(({ id, outcome, talk_seconds }) => ({
        id,
        outcome,
        talk_seconds,
        other_number: id === call.id ? null : "+14155550199",
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  // The time stays taken.
  expect(await rows(owner, "select id, starts_at, name from bookings")).toEqual([
    { id: booking, starts_at: 1, name: "Erased" },
  ]);
  for (const word of ["Rufus", "Mara", "4155550177"])
    expect(await pageText(await (await owner.get(`/call-history?q=${word}`)).text())).not.toContain(
      "Front desk",
    );
  const page = await pageText(await (await owner.get(`/call-history/${call.id}`)).text());
  expect(page).not.toContain("Mara");
});

const callersOwn = "+14155550199";

/** What another caller said, after the erasure of a number. */
async function leftOf(phone: string, text: string): Promise<{ lines: string; message: string }> {
  const owner = await memberOf();
  const call = finishedCall({ other_number: callersOwn, caller_name: "Hank Sorensen", lines: said(text) });
  await owner.store.messages.take(leftMessage({ call_id: call.id, phone_number: callersOwn, text }));
  await ended(owner, call);
  await erase(owner, phone);
  const [row] = await rows(
    owner,
    "select t.lines as lines, m.text as message from call_transcripts t join messages m on m.call_id = t.call_id",
  );
  return { lines: String(row?.lines), message: String(row?.message) };
}

test.each([
  ["+442079460958", "Call her on 020 7946 0958, please", "Call her on [erased], please"],
  ["+442079460958", "it's +44 (0)20 7946 0958", "it's [erased]"],
  ["+442079460958", "that is 0044 20 7946 0958", "that is [erased]"],
  ["+442079460958", "oh two oh, seven nine four six, oh nine five eight", "[erased]"],
  ["+4930901820", "it's 030 901820 in Berlin", "it's [erased] in Berlin"],
  ["+4930901820", "it's 030901820", "it's [erased]"],
  ["+33612345678", "06 12 34 56 78, and I am 40", "[erased], and I am 40"],
  ["+33612345678", "06.12.34.56.78", "[erased]"],
  ["+61291234567", "02 9123 4567 is hers", "[erased] is hers"],
  ["+12125550142", "two one two five five five oh one four two", "[erased]"],
  ["+12125550142", "two one two, triple five, oh one forty two", "[erased]"],
  ["+12125550142", "just 555 0142", "just [erased]"],
] as const)("%s is found on another person's call and in their message as %j", async (phone, text, kept) => {
  const { lines, message } = await leftOf(phone, text);
  expect(JSON.parse(lines)[0].text).toBe(kept);
  expect(message).toBe(kept);
});

test.each([
  ["+12125550142", "his is 310 555 0142, order 21255501421, at 2 pm"],
  ["+442079460958", "020 7946 0959 for 30 people on 20 May 2026"],
  ["+4930901820", "room 901820, 1820 euros"],
] as const)("what is not %s stays: %j", async (phone, text) => {
  expect(await leftOf(phone, text)).toMatchObject({ message: text });
});

test("a call from a withheld number, or from another phone, goes with the appointment or message that came of it", async () => {
  const owner = await memberOf();
  const lines = said("My name is Mara Lind, and my dog is called Rufus");
  const withheld = finishedCall({
    other_number: null,
    caller_name: "Mara Lind",
    summary: "Mara Lind",
    lines,
  });
  const office = finishedCall({ other_number: "+14155550111", caller_name: "Mara Lind", lines });
  const hank = finishedCall({
    other_number: callersOwn,
    caller_name: "Hank Sorensen",
    lines: said("I'm Hank"),
  });
  await owner.store.messages.take(
    leftMessage({ call_id: office.id, phone_number: hers, text: "Rufus is ill" }),
  );
  await inObject(owner, (sql) => {
    sql.exec(
      `insert into bookings (id, starts_at, ends_at, kind, name, phone_number, notes, status, call_id, created_at, updated_at)
       values (?, 1, 2, 'Cleaning', 'Mara Lind', ?, 'Rufus', 'booked', ?, 1, 1)`,
      newId(),
      hers,
      withheld.id,
    );
  });
  await ended(owner, withheld, office, hank);
  expect(await pageText(await (await find(owner, hers)).text())).toContain("2 calls");
  await erase(owner, hers);
  expect(await rows(owner, "select contact_name from calls where contact_name is not null")).toEqual([
    { contact_name: "Hank Sorensen" },
  ]);
  const [row] = await rows(owner, "select count(*) as n from call_transcripts");
  expect(row?.n).toBe(1);
  const receipt = wordsOf(await (await anonymous().get(`/receipts/${await receiptOf(owner)}`)).text());
  expect(receipt).toMatch(/Calls without number and name 2/);
});

test("what was erased is counted once, however often the end of it must be tried again", async () => {
  const owner = await memberOf();
  await mara(owner);
  let failures = 1;
  /** The bucket does not answer once. */
  const shaky = new Proxy(env.FILES, {
    get: (bucket, name) => {
      const own: unknown = Reflect.get(bucket, name);
      if (typeof own !== "function") return own;
      if (name === "list" && failures-- > 0) return () => Promise.reject(new Error("the bucket is away"));
      return own.bind(bucket);
    },
  });
  const bindings = new Proxy(env, {
    get: (all, name) => (name === "FILES" ? shaky : Reflect.get(all, name)),
  });
  const deps = { db: new Database(env.DB, new Timing()), env: bindings };
  const id = await startErasure(
    owner.organizationId,
    owner.userId,
    { phone_number: hers, email: null },
    deps,
    async (target) =>
      auditLine(noTrace, { action: "data.erasure_started", organization_id: owner.organizationId, target }),
  );
  const [begun] = await erasuresOf(owner);
  expect(begun).toMatchObject({ id, state: "running", failures: 1 });
  await stepErasure(env, id, Date.now() + 600_000);
  const [receipt] = await controlPlane()
    .select()
    .from(control.dataReceipts)
    .where(eq(control.dataReceipts.organization_id, owner.organizationId));
  expect(JSON.parse(receipt?.document ?? "{}").erased).toMatchObject({
    calls: 1,
    transcripts: 1,
    contacts: 1,
  });
  await stepErasure(env, id, Date.now() + 1_200_000);
  expect(
    await controlPlane()
      .select()
      .from(control.dataReceipts)
      .where(eq(control.dataReceipts.organization_id, owner.organizationId)),
  ).toHaveLength(1);
});

test("a number in another caller's appointment or question goes too", async () => {
  const owner = await memberOf();
  const { other } = await mara(owner);
  await inObject(owner, (sql) => {
    sql.exec(
      `insert into bookings (id, starts_at, ends_at, kind, name, phone_number, email, notes, status, call_id, created_at, updated_at)
       values (?, 3, 4, 'Cleaning', 'Hank', '+14155550199', null, 'For my sister, ${hers}', 'booked', ?, 1, 1)`,
      newId(),
      other.id,
    );
    sql.exec(
      `insert into questions (id, agent_id, key, question, first_call_id, last_call_id, last_asked_at, created_at)
       values (?, 'a', 'sister', 'Can you call my sister at ${hers}', ?, ?, 1, 1)`,
      newId(),
      other.id,
      other.id,
    );
  });
  await erase(owner, hers);
  expect(await everything(owner)).not.toContain(hers);
  expect(await rows(owner, "select name from bookings where name = 'Hank'")).toHaveLength(1);
});

test("the receipt is signed, names nobody, and tells whether it is about a number", async () => {
  const owner = await memberOf();
  await mara(owner);
  await erase(owner, hers);
  const id = await receiptOf(owner);
  const stranger = anonymous();
  const page = wordsOf(await (await stranger.get(`/receipts/${id}`)).text());
  expect(page).toContain("This receipt is genuine");
  expect(page).toContain("Bright Smile");
  expect(page).toMatch(/Contacts deleted 1/);
  expect(page).toMatch(/Transcripts deleted 1/);
  const file = await (await stranger.get(`/receipts/${id}/file`)).text();
  for (const trace of ["Mara", "0177", "mara.lind"]) expect(file).not.toContain(trace);
  const asked = async (who: string) =>
    wordsOf(await (await stranger.post(`/receipts/${id}`, { who })).text());
  expect(await asked("+1 415 555 0177")).toContain("Yes. This receipt is about");
  expect(await asked("+1 415 555 0178")).toContain("No. This receipt isn't about");
  expect(await asked("nonsense")).toContain("Enter a full phone number");
  // As someone without this system checks it.
  const [document = "", tail = ""] = file.split("\n--\n");
  const [, x = ""] = /ed25519:([\w-]+)/.exec(document) ?? [];
  const [, signature = ""] = /signature: ([\w-]+)/.exec(tail) ?? [];
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const jwk = { kty: "OKP", crv: "Ed25519", x };
  const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
  const isValid = (text: string) =>
    crypto.subtle.verify("Ed25519", key, bytes(signature), new TextEncoder().encode(text));
  expect(await isValid(document)).toBe(true);
  expect(await isValid(document.replace('"contacts": 1', '"contacts": 2'))).toBe(false);
});

test("a receipt that was changed in the database is not genuine", async () => {
  const owner = await memberOf();
  await erase(owner, hers);
  const id = await receiptOf(owner);
  const [row] = await controlPlane()
    .select()
    .from(control.dataReceipts)
    .where(eq(control.dataReceipts.id, id));
  await controlPlane()
    .update(control.dataReceipts)
    .set({ document: (row?.document ?? "").replace('"contacts": 0', '"contacts": 7') })
    .where(eq(control.dataReceipts.id, id));
  expect(wordsOf(await (await anonymous().get(`/receipts/${id}`)).text())).toContain("isn't genuine");
  expect((await anonymous().get("/receipts/00000000000000000000000000000000")).status).toBe(404);
});

test("who must not be called stays on that list, by the number alone", async () => {
  const owner = await memberOf();
  await ended(owner, finishedCall({ other_number: hers, caller_name: "Mara Lind", outcome: "opted_out" }));
  await erase(owner, hers);
  expect(await rows(owner, "select phone_number, name, email, status, last_called_at from contacts")).toEqual(
    [{ phone_number: hers, name: null, email: null, status: "do_not_call", last_called_at: null }],
  );
  const page = wordsOf(await (await anonymous().get(`/receipts/${await receiptOf(owner)}`)).text());
  expect(page).toContain("on the list of numbers that must not be called");
});

test("finished export files are deleted with the person", async () => {
  const owner = await memberOf();
  await mara(owner);
  await begin(owner);
  await ready(owner);
  await erase(owner, hers);
  expect((await exportsOf(owner))[0]?.state).toBe("expired");
  expect((await env.FILES.list({ prefix: `exports/${owner.organizationId}/` })).objects).toEqual([]);
  const page = wordsOf(await (await anonymous().get(`/receipts/${await receiptOf(owner)}`)).text());
  expect(page).toMatch(/Export files deleted 1/);
});

test("a person of hundreds of calls among thousands is erased in steps", async () => {
  const owner = await memberOf();
  await ended(owner, finishedCall({ other_number: hers }));
  const id = newId(Date.now() - 86_400_000);
  await inObject(owner, (sql) => {
    sql.exec(`insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at, other_number, contact_name)
      with recursive n(i) as (select 100000 union all select i + 1 from n where i < 144999)
      select '${id.slice(0, 30)}' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1,
        iif(i % 50 = 0, '${hers}', '+14155550199'), 'Somebody' from n`);
  });
  await erase(owner, hers);
  const [left] = await rows(owner, `select count(*) as n from calls where other_number = '${hers}'`);
  expect(left?.n).toBe(0);
  expect((await rows(owner, "select count(*) as n from calls where contact_name = 'Somebody'"))[0]?.n).toBe(
    44_100,
  );
  const page = wordsOf(await (await anonymous().get(`/receipts/${await receiptOf(owner)}`)).text());
  expect(page).toMatch(/Calls without number and name 901/);
});

test("a person on the line is erased when the call has ended", async () => {
  const owner = await memberOf();
  await inObject(owner, (sql) =>
    sql.exec(
      `insert into live_calls (call_id, direction, other_number, provider, provider_call_id, started_at, expires_at)
       values ('c', 'inbound', '${hers}', 'twilio', 'CA1', 1, 1)`,
    ),
  );
  const answer = await erase(owner, hers);
  expect(answer.status).toBe(409);
  expect(await pageText(await answer.text())).toContain("on a call with this person right now");
  expect(await erasuresOf(owner)).toEqual([]);
});

test.each(["", "12", "mara", "a@b"])("%j is neither a number nor an address", async (typed) => {
  const owner = await memberOf();
  const answer = await erase(owner, typed);
  expect(answer.status).toBe(422);
  expect(await erasuresOf(owner)).toEqual([]);
});

test("R3, R25: erasing takes a fresh proof, and an owner or admin", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await erase(member, hers)).status).toBe(403);
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  for (const ask of [find, erase])
    expect((await ask(owner, hers)).headers.get("location")).toBe("/settings/data");
  expect(await erasuresOf(owner)).toEqual([]);
});

test("the audit trail says that somebody was erased, and not who", async () => {
  const owner = await memberOf();
  await mara(owner);
  await erase(owner, hers);
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["data.erasure_started", "data.person_erased"]),
  );
  expect(JSON.stringify(events)).not.toMatch(/0177|Mara|mara/);
  const [erasure] = await erasuresOf(owner);
  expect(erasure).toMatchObject({ state: "done", sealed: null });
});

test("a question of theirs that was answered for good loses their number: in the knowledge, in the draft and in versions", async () => {
  const owner = await clinic();
  const asked = `can you call my sister at ${hers}`;
  for (const agent_id of ["", owner.agentId]) {
    const now = Date.now();
    await owner.store.questions.note({ agent_id: owner.agentId, call_id: newId(), question: asked, now });
    const [{ id } = { id: "" }] = await owner.store.questions.openByQuestion(1);
    const answered = await owner.post("/agents/knowledge", {
      intent: "answer",
      id,
      answer: "Yes.",
      agent_id,
    });
    expect(answered.headers.get("location")).toContain("done=answered");
  }
  await vi.waitFor(async () =>
    expect(await rows(owner, "select text from knowledge_passages")).toHaveLength(1),
  );
  await erase(owner, hers);
  for (const table of ["knowledge_sources", "knowledge_passages", "agents", "agent_versions"])
    expect(JSON.stringify(await rows(owner, `select * from ${table}`)), table).not.toContain(hers);
  const agent = await owner.store.agents.find(owner.agentId);
  expect(agent?.spec.knowledge.at(-1)).toMatchObject({ answer: "Yes." });
  expect(agent?.spec.actions.transfer).not.toBeUndefined();
});

test("a test of an agent that was made from a call with them, or that holds their number, goes with its plays", async () => {
  const owner = await memberOf();
  const { call } = await mara(owner);
  await inObject(owner, (sql) => {
    const words = (text: string) => JSON.stringify({ turns: [{ say: text }] });
    for (const [id, text, made_from] of [
      ["made", "Rufus is limping", call.id],
      ["mentions", `My number is ${hers}`, null],
      ["stays", "Do you have parking?", null],
    ] as const) {
      sql.exec(
        `insert into agent_tests (id, agent_id, name, test, call_id, created_at, updated_at)
         values (?, 'a', ?, ?, ?, 1, 1)`,
        ...[id, id, words(text), made_from],
      );
      sql.exec(
        `insert into agent_test_runs (test_id, brain, agent_version, verdict, played, at)
         values (?, 'built_in', 1, 'passed', ?, 1)`,
        ...[id, words(text)],
      );
    }
  });
  await erase(owner, hers);
  expect(await rows(owner, "select id from agent_tests")).toEqual([{ id: "stays" }]);
  expect(await rows(owner, "select test_id from agent_test_runs")).toEqual([{ test_id: "stays" }]);
});

test("a person to whom callers are put through: attempts lose them, the target is told of and stays until it is removed", async () => {
  const owner = await memberOf();
  const now = Date.now();
  const call = finishedCall({
    other_number: callersOwn,
    transfers: [
      {
        target_id: "01940000-0000-7000-8000-0000000000aa",
        name: "Mara Lind",
        phone_number: hers,
        mode: "announced",
        outcome: "answered",
        started_at: now,
        ended_at: now + 1000,
        talk_seconds: 30,
      },
      {
        target_id: null,
        name: "+14155550188",
        phone_number: "+14155550188",
        mode: "cold",
        outcome: "busy",
        started_at: now,
        ended_at: now,
        talk_seconds: 0,
      },
    ],
  });
  await ended(owner, call);
  const target = (name: string, phone_number: string, use_when: string) => ({
    name,
    phone_number,
    use_when,
    mode: "announced" as const,
    ring_seconds: 25,
    hours: null,
    time_zone: "America/New_York",
  });
  const by = { by: owner.userId, now };
  await owner.store.transfers.add(target("Mara L.", hers, "billing"), { id: newId(), ...by });
  await owner.store.transfers.add(target("Desk", "+14155550188", `not for ${hers}`), { id: newId(), ...by });

  const found = wordsOf(await (await find(owner, hers)).text());
  expect(found).toContain("Callers are put through to this number (Mara L.)");
  expect(found).not.toContain("Desk");
  await erase(owner, hers);
  expect(
    await rows(owner, "select name, phone_number, outcome, talk_seconds from transfer_attempts order by n"),
  ).toEqual([
    { name: "Erased", phone_number: "", outcome: "answered", talk_seconds: 30 },
    { name: "+14155550188", phone_number: "+14155550188", outcome: "busy", talk_seconds: 0 },
  ]);
  expect(
    await rows(owner, "select name, phone_number, use_when from transfer_targets order by position"),
  ).toEqual([
    { name: "Mara L.", phone_number: hers, use_when: "billing" },
    { name: "Desk", phone_number: "+14155550188", use_when: "not for [erased]" },
  ]);
  const receipt = await pageText(await (await anonymous().get(`/receipts/${await receiptOf(owner)}`)).text());
  expect(receipt).toContain("one to which callers are put through (1 under Call transfer)");
  expect(receipt).not.toContain("Mara");
  const page = await pageText(await (await owner.get(`/call-history/${call.id}`)).text());
  expect(page).toContain("Erased");
  expect(page).not.toContain("Mara");
});

test("runs of workflows lose what they have of the person: by number, by address, or under any name", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const id = await workflowOn(owner, graphOf("webhook", [["note", { text: "{{event.words}}" }]]));
  const hear = (event_id: string, payload: Record<string, Json>) =>
    owner.store.workflowRuns.hearOne(
      id,
      { event_id, kind: "webhook", payload, at: Date.now(), now: Date.now() },
      "webhook",
    );
  await hear("1", { phone_number: hers, words: "Mara Lind wants a call" });
  await hear("2", { phone_number: "+14155550199", words: `His sister is at ${hers}` });
  await hear("3", { customer: { mail: address }, words: "An order" });
  await runsOver(owner, id, 3);
  expect((await erase(owner, hers)).headers.get("location")).toBe("/settings/data?done=erased#erasures");
  expect((await erase(owner, address)).headers.get("location")).toBe("/settings/data?done=erased#erasures");
  const left = JSON.stringify([
    await rows(owner, "select event, why from workflow_runs"),
    await rows(owner, "select input, output, error from workflow_steps"),
  ]);
  for (const trace of ["Mara", "4155550177", "mara.lind"]) expect(left, trace).not.toContain(trace);
  expect(left).toContain("His sister is at");
});
