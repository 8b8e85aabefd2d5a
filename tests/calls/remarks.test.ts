/** Notes, tags and the do-not-call list, on a call's page through the front door. */
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { call, clinic, hangUp, rows } from "../support/telephone.ts";
import { ended, finishedCall, inObject, wordsOf } from "./arrange.ts";

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/call-history");
}, 180_000);

async function withCall(): Promise<{ owner: Person; path: string; id: string }> {
  const owner = await memberOf();
  const call = finishedCall({ caller_name: "Daniel Whitmore" });
  await ended(owner, call);
  return { owner, id: call.id, path: `/call-history/${call.id}` };
}

const page = async (person: Person, path: string) => wordsOf(await (await person.get(path)).text());
const colleagueOf = (owner: Person, role: "member" | "viewer" | "admin") =>
  memberOf({ role, organizationId: owner.organizationId });

test("a note stands with its author, is added once, and only its author changes it", async () => {
  const { owner, path } = await withCall();
  const member = await colleagueOf(owner, "member");
  const note = { do: "add_note", id: newId(), text: "Wants <b>a</b> quiet room.\r\nAsk next time." };
  for (const _ of [1, 2]) expect((await member.post(path, note)).status).toBe(200);
  const html = await (await owner.get(path)).text();
  expect(html.match(/Wants &lt;b&gt;a&lt;\/b&gt; quiet room\.\nAsk next time\./g)).toHaveLength(1);
  expect(await rows(owner, "select author_id from call_notes")).toEqual([{ author_id: member.userId }]);

  const edit = { do: "edit_note", id: note.id, text: "Wants a corner room." };
  expect((await owner.post(path, edit)).status).toBe(404);
  expect(await page(member, path)).toContain("quiet room");
  expect((await member.post(path, edit)).status).toBe(200);
  expect(await page(owner, path)).toMatch(/edited Wants a corner room\./);

  const empty = await member.post(path, { do: "add_note", id: newId(), text: "  " });
  expect(empty.status).toBe(422);
  expect(wordsOf(await empty.text())).toContain("Write something");
  const other = await colleagueOf(owner, "member");
  const drop = { do: "delete_note", id: note.id };
  expect((await other.post(path, drop)).status).toBe(404);
  // Those who may change the organization may delete it.
  expect((await owner.post(path, drop)).status).toBe(200);
  expect(await rows(owner, "select id from call_notes")).toEqual([]);
});

test("tags are folded, added once, suggested on other calls, and removed", async () => {
  const { owner, path, id } = await withCall();
  for (const tag of ["  VIP ", "vip", "Follow   up"])
    expect((await owner.post(path, { do: "add_tag", tag })).status).toBe(200);
  expect(await rows(owner, "select tag, call_id, agent_id, outcome from call_tags order by tag")).toEqual([
    { tag: "follow up", call_id: id, agent_id: "agent-front-desk", outcome: "answered" },
    { tag: "vip", call_id: id, agent_id: "agent-front-desk", outcome: "answered" },
  ]);
  const next = finishedCall();
  await ended(owner, next);
  expect(await (await owner.get(`/call-history/${next.id}`)).text()).toContain('<option value="follow up">');
  for (const tag of ["", "a,b", "<i>", "x".repeat(41)])
    expect((await owner.post(path, { do: "add_tag", tag })).status).toBe(422);
  expect(await rows(owner, `select tags from calls where id = '${id}'`)).toEqual([
    { tags: "follow up\nvip" },
  ]);
  expect((await owner.post(path, { do: "remove_tag", tag: "vip" })).status).toBe(200);
  expect(await rows(owner, `select tags from calls where id = '${id}'`)).toEqual([{ tags: "follow up" }]);
  expect(await rows(owner, "select tag from call_tags")).toEqual([{ tag: "follow up" }]);
  for (let n = 0; n < 19; n++) await owner.post(path, { do: "add_tag", tag: `tag ${n}` });
  const full = await owner.post(path, { do: "add_tag", tag: "one more" });
  expect(full.status).toBe(409);
  expect(wordsOf(await full.text())).toContain("This call has 20 tags already");
});

test("a number that is put on the list is told of once, and the page says so", async () => {
  const { owner, path } = await withCall();
  expect(await page(owner, path)).toContain("Add to do-not-call list");
  for (const _ of [1, 2]) expect((await owner.post(path, { do: "block" })).status).toBe(200);
  expect(await page(owner, path)).toContain("This number is on your do-not-call list");
  expect(await rows(owner, "select phone_number, status from contacts")).toEqual([
    { phone_number: "+14155550142", status: "do_not_call" },
  ]);
  expect(await rows(owner, "select id from outbox where kind = 'contact.opted_out'")).toHaveLength(1);
});

test("a number comes off the list with a reason, and not where the person asked for it in any way", async () => {
  const { owner, path } = await withCall();
  await owner.post(path, { do: "block" });
  const none = await owner.post(path, { do: "unblock" });
  expect(none.status).toBe(422);
  expect(wordsOf(await none.text())).toContain("Say why, in a few words");
  expect((await owner.post(path, { do: "unblock", reason: "A mix-up" })).status).toBe(200);
  expect(await rows(owner, "select phone_number from do_not_call")).toEqual([]);
  expect(await rows(owner, "select reason from do_not_call_changes where change = 'removed'")).toEqual([
    { reason: "A mix-up" },
  ]);
  // STOP from their other phone.
  await owner.store.contacts.upsertByPhone({
    ...{ phone_number: "+14155550143", name: null, email: null, status: "do_not_call", asked: "text" },
    ...{ source: "text", now: Date.now() },
  });
  const known = await owner.store.contacts.findByPhone("+14155550142");
  await owner.store.campaignPeople.merge(
    {
      into: known?.id ?? "",
      from: (await owner.store.contacts.findByPhone("+14155550143"))?.id ?? "",
    },
    { id: owner.userId, name: "Mara", now: Date.now() },
  );
  expect(await page(owner, path)).toContain("The caller asked for it.");
  const refused = await owner.post(path, { do: "unblock", reason: "We want to call" });
  expect(refused.status).toBe(409);
  expect(await rows(owner, "select phone_number from do_not_call order by phone_number")).toHaveLength(2);
});

test("viewers read no remarks and write none; another organization's calls are not there", async () => {
  const { owner, path } = await withCall();
  await owner.post(path, { do: "add_note", id: newId(), text: "Daniel owes us." });
  await owner.post(path, { do: "add_tag", tag: "whitmore" });
  const viewer = await colleagueOf(owner, "viewer");
  const seen = await page(viewer, path);
  expect(seen).not.toContain("owes us");
  expect(seen).not.toContain("whitmore");
  expect((await viewer.post(path, { do: "add_tag", tag: "mine" })).status).toBe(403);
  const stranger = await memberOf();
  for (const form of [
    { do: "add_note", id: newId(), text: "Hello" },
    { do: "add_tag", tag: "mine" },
    { do: "block" },
  ])
    expect((await stranger.post(path, form)).status).toBe(404);
  expect(await rows(stranger, "select id from contacts")).toEqual([]);
});

test("what members wrote goes with the words of the call", async () => {
  const { owner, path } = await withCall();
  await owner.post(path, { do: "add_note", id: newId(), text: "Asked twice." });
  await owner.post(path, { do: "add_tag", tag: "vip" });
  await inObject(owner, (sql) => sql.exec("update call_transcripts set lines = '[]'"));
  const found = { phone_number: "+14155550142", email: null };
  await owner.store.persons.erase(found, { part: "calls", after: 0 }, Date.now());
  expect(await rows(owner, "select id from call_notes")).toEqual([]);
  expect(await rows(owner, "select tag from call_tags")).toEqual([]);
  expect(await rows(owner, "select tags from calls")).toEqual([{ tags: null }]);
});

describe("what a caller agreed to in a call", () => {
  const consentRows = (of: Person) =>
    rows(
      of,
      "select phone_number, kind, channel, source, proof, given_at, revoked_at is null as stands from consents order by id",
    );

  test("is noted by one press on the page of the call, with the call as its proof, and once", async () => {
    const { owner, path, id } = await withCall();
    const [{ ended_at } = { ended_at: 0 }] = await rows(owner, "select ended_at from calls");
    expect(await page(owner, path)).toContain("Consent given in this call");
    for (const _ of [1, 2]) expect((await owner.post(path, { do: "agreed_call" })).status).toBe(200);
    const spoken = { phone_number: "+14155550142", kind: "express", source: "call", proof: id };
    expect(await consentRows(owner)).toEqual([{ ...spoken, channel: "call", given_at: ended_at, stands: 1 }]);
    expect(await page(owner, path)).toContain("They agreed to calls in this call.");
    await owner.post(path, { do: "agreed_text" });
    expect(await page(owner, path)).toContain("They agreed to calls and texts in this call.");
    const contact = (await owner.store.contacts.findByPhone("+14155550142"))?.id ?? "";
    const html = await (await owner.get(`/contacts/${contact}`)).text();
    expect(wordsOf(html)).toContain("Spoken consent");
    expect(html).toContain(`href="${path}"`);
    expect(await page(owner, "/users/activity")).toContain("consent");
  });

  test("is noted while the call runs, by the time of the press", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const path = `/call-history/${placed.call_id}`;
    expect(await page(owner, path)).toContain("Agreed to calls");
    const before = Date.now();
    expect((await owner.post(path, { do: "agreed_call" })).status).toBe(200);
    expect(await page(owner, path)).toContain("They agreed to calls in this call.");
    const [row] = await consentRows(owner);
    expect(row).toMatchObject({ kind: "express", source: "call", proof: placed.call_id });
    expect(Number(row?.given_at)).toBeGreaterThanOrEqual(before);
    await hangUp(placed);
    // The same call, once it is over.
    await owner.post(path, { do: "agreed_call" });
    expect(await consentRows(owner)).toHaveLength(1);
  });

  test("ends by a press too, and is not given again for a call before that", async () => {
    const { owner, path } = await withCall();
    await owner.post(path, { do: "agreed_call" });
    await owner.post(path, { do: "agreed_text" });
    expect((await owner.post(path, { do: "ended_call" })).status).toBe(200);
    expect(await consentRows(owner)).toMatchObject([
      { channel: "call", stands: 0 },
      { channel: "text", stands: 1 },
    ]);
    const again = await owner.post(path, { do: "agreed_call" });
    expect(again.status).toBe(409);
    expect(wordsOf(await again.text())).toContain("They ended their consent after this call.");
    const next = finishedCall({ ended_at: Date.now() + 1000 });
    await ended(owner, next);
    expect((await owner.post(`/call-history/${next.id}`, { do: "agreed_call" })).status).toBe(200);
  });

  test("doesn't stand against the do-not-call list, and isn't noted for a call that no one answered", async () => {
    const { owner, path } = await withCall();
    await owner.post(path, { do: "block" });
    expect(await page(owner, path)).not.toContain("Consent given in this call");
    const barred = await owner.post(path, { do: "agreed_call" });
    expect(barred.status).toBe(409);
    const missed = finishedCall({ answered_at: null, talk_seconds: 0, other_number: "+14155550143" });
    await ended(owner, missed);
    expect((await owner.post(`/call-history/${missed.id}`, { do: "agreed_call" })).status).toBe(404);
    expect(await consentRows(owner)).toEqual([]);
  });
});
