/** /contacts through the front door: made, found, changed, merged, archived, and kept from being called. */
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { ended, finishedCall, inObject } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { type Client, memberOf, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";

let owner: Person;
beforeAll(async () => {
  owner = await memberOf();
});

const form = (more: Record<string, string | readonly string[]> = {}) => ({
  name: "Greta Halvorsen",
  company: "Halvorsen & Sons",
  address: "",
  time_zone: "",
  status: "new",
  number: [newNumber()],
  label: ["Mobile"],
  email: [`${newId()}@people.test`],
  ...more,
});

/** @returns the address of the new contact's page */
async function made(person: Client, more: Parameters<typeof form>[0] = {}): Promise<string> {
  const answer = await person.post("/contacts/new", form(more));
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}

const page = async (person: Client, path: string) => pageText(await (await person.get(path)).text());
const idOf = (path: string) => path.replace("/contacts/", "");

describe("a contact", () => {
  test("has several numbers and addresses, and a call from any of them is theirs", async () => {
    const [mobile, office] = [newNumber(), newNumber()];
    const path = await made(owner, {
      number: [mobile, office],
      label: ["Mobile", "Office"],
      email: ["Greta@Example.test", "office@example.test"],
    });
    await ended(
      owner,
      finishedCall({ other_number: office, caller_name: null, summary: "Asked about prices" }),
    );
    const shown = await page(owner, path);
    expect(shown).toContain("office@example.test");
    expect(shown).toContain("greta@example.test");
    expect(shown).toContain("Asked about prices");
    expect(await rows(owner, `select contact_name from calls where other_number = '${office}'`)).toEqual([
      { contact_name: "Greta Halvorsen" },
    ]);
  });

  test("what line a number is stays until someone says otherwise", async () => {
    const number = newNumber();
    const path = await made(owner, { number: [number], line_type: ["voip"] });
    const lineOf = async () => (await owner.store.contactBook.open(idOf(path)))?.numbers[0]?.line_type;
    expect(await lineOf()).toBe("voip");
    expect(await page(owner, path)).toContain("(Mobile, internet phone)");
    const version = async () => String((await owner.store.contactBook.open(idOf(path)))?.updated_at ?? 0);
    // A form that does not ask for it leaves it.
    await owner.post(`${path}/edit`, { ...form({ number: [number] }), version: await version() });
    expect(await lineOf()).toBe("voip");
    const change = { number: [number], line_type: ["landline"] };
    await owner.post(`${path}/edit`, { ...form(change), version: await version() });
    expect(await lineOf()).toBe("landline");
    expect(await (await owner.get(`${path}/edit`)).text()).toMatch(/<option value="landline" selected/);
    const unknown = { number: [number], line_type: ["satellite"] };
    await owner.post(`${path}/edit`, { ...form(unknown), version: await version() });
    expect(await lineOf()).toBeNull();
  });

  test("a number belongs to one contact, and a wrong one is named beside its field", async () => {
    const number = newNumber();
    await made(owner, { number: [number], name: "First" });
    const taken = await owner.post("/contacts/new", form({ number: [number] }));
    expect(taken.status).toBe(409);
    expect(await pageText(await taken.text())).toContain("This is a number of First");
    const wrong = await owner.post("/contacts/new", form({ number: ["123"], name: "Kept as typed" }));
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain("Enter a full phone number");
    expect(html).toContain("Kept as typed");
    expect((await owner.post("/contacts/new", {})).status).toBe(422);
    const nowhere = await owner.post("/contacts/new", form({ time_zone: "Mars/Base" }));
    expect(nowhere.status).toBe(422);
    expect(await pageText(await nowhere.text())).toContain("Choose a time zone");
  });

  test("two people who change it at once: the second is told", async () => {
    const path = await made(owner);
    const updated_at = (await owner.store.contactBook.open(idOf(path)))?.updated_at ?? 0;
    const version = String(updated_at);
    expect((await owner.post(`${path}/edit`, { ...form({ name: "New name" }), version })).status).toBe(302);
    const late = await owner.post(`${path}/edit`, {
      ...form({ name: "Other name" }),
      version: String(updated_at - 1),
    });
    expect(late.status).toBe(409);
    expect(await page(owner, path)).toContain("New name");
  });

  test("its notes, tags, lists and consents", async () => {
    const path = await made(owner);
    const id = newId();
    for (const _ of [1, 2])
      expect((await owner.post(path, { do: "note", request: id, text: "Prefers mornings" })).status).toBe(
        200,
      );
    expect((await owner.post(path, { do: "note", request: newId(), text: " " })).status).toBe(422);
    await owner.post(path, { do: "tag", tag: "vip" });
    const consent = {
      ...{ do: "consent", request: newId(), kind: "express_written", channel: "call", source: "Web form" },
      proof: "I agree to calls by an automated voice.",
    };
    // The same press again adds nothing.
    for (const _ of [1, 2]) expect((await owner.post(path, consent)).status).toBe(200);
    const shown = await page(owner, path);
    for (const words of ["Prefers mornings", "vip", "Written consent", "Web form"])
      expect(shown).toContain(words);
    expect(await rows(owner, "select text from contact_notes where text = 'Prefers mornings'")).toHaveLength(
      1,
    );
    expect((await owner.store.contactBook.open(idOf(path)))?.consents).toHaveLength(1);
    const revoke = { do: "revoke", consent: consent.request };
    expect((await owner.post(path, revoke)).status).toBe(200);
    expect((await owner.post(path, revoke)).status).toBe(404);
    expect((await owner.post(path, { do: "delete_note", note: id })).status).toBe(200);
    expect(await page(owner, path)).not.toContain("Prefers mornings");
  });
});

test("its tasks: written, due, done, opened again, and listed for whose they are", async () => {
  const path = await made(owner);
  const add = (more: Record<string, string> = {}) => ({
    ...{ do: "task_add", task: newId(), title: "Send the offer", due_on: "", assignee: "" },
    ...more,
  });
  const late = add({ title: "Call about parking", due_on: "2020-02-03", assignee: owner.userId });
  for (const _ of [1, 2]) expect((await owner.post(path, late)).status).toBe(200);
  expect((await owner.post(path, add())).status).toBe(200);
  const blank = await owner.post(path, add({ title: " ", due_on: "tomorrow" }));
  expect([blank.status, await pageText(await blank.text())]).toEqual([
    422,
    expect.stringMatching(/Say what is to be done.*Enter a date/s),
  ]);
  expect((await owner.post(path, add({ assignee: newId() }))).status).toBe(409);
  const shown = await page(owner, "/contacts/tasks");
  expect(shown.indexOf("Call about parking")).toBeLessThan(shown.indexOf("Send the offer"));
  expect(shown).toContain("Feb 3, 2020");
  const mine = await page(owner, "/contacts/tasks?show=mine");
  expect(mine).toContain("Call about parking");
  expect(mine).not.toContain("Send the offer");
  const other = await memberOf();
  for (const to of [path, "/contacts/tasks"])
    expect((await other.post(to, { do: "task_done", task: late.task })).status).toBe(404);
  expect((await owner.post("/contacts/tasks", { do: "task_done", task: late.task })).status).toBe(200);
  expect(await page(owner, "/contacts/tasks")).not.toContain("Call about parking");
  expect(await page(owner, "/contacts/tasks?show=done")).toContain("Call about parking");
  expect((await owner.post(path, { do: "task_open", task: late.task })).status).toBe(200);
  expect(await page(owner, path)).toContain("Call about parking");
  expect((await owner.post(path, { do: "task_remove", task: late.task })).status).toBe(200);
  expect((await owner.post(path, { do: "task_remove", task: late.task })).status).toBe(404);
  expect((await owner.post("/contacts/tasks", { do: "task_done", task: "x" })).status).toBe(400);
});

test("tasks move with a merge", async () => {
  const [into, from] = [await made(owner), await made(owner)];
  const task = { do: "task_add", task: newId(), title: "Water the plants", due_on: "", assignee: "" };
  await owner.post(from, task);
  expect((await owner.post(into, { do: "merge", from: idOf(from) })).status).toBe(200);
  expect(await page(owner, into)).toContain("Water the plants");
});

describe("a consent", () => {
  const given = (more: Record<string, string> = {}) => ({
    ...{ do: "consent", request: newId(), kind: "express_written", channel: "call", source: "Web form" },
    ...more,
  });
  const kindFor = async (path: string, number: string, channel: "call" | "text" = "call") =>
    (await owner.store.consents.consentOf(idOf(path), number, channel))?.kind ?? null;

  test("is for the numbers that the contact has then, and for none that comes later", async () => {
    const [first, second, later] = [newNumber(), newNumber(), newNumber()];
    const path = await made(owner, { number: [first, second] });
    await owner.post(path, given());
    await owner.post(path, given({ channel: "text", number: second }));
    expect(await kindFor(path, first)).toBe("express_written");
    expect(await kindFor(path, second)).toBe("express_written");
    expect(await kindFor(path, first, "text")).toBeNull();
    expect(await kindFor(path, second, "text")).toBe("express_written");
    const version = String((await owner.store.contactBook.open(idOf(path)))?.updated_at ?? 0);
    await owner.post(`${path}/edit`, { ...form({ number: [first, later] }), version });
    expect(await kindFor(path, first)).toBe("express_written");
    expect(await kindFor(path, later)).toBeNull();
    const silent = await made(owner, { number: [] });
    expect((await owner.post(silent, given())).status).toBe(409);
  });

  test("of one contact says nothing about the number of another one that it is merged with", async () => {
    const [first, second] = [newNumber(), newNumber()];
    const [into, from] = [await made(owner, { number: [first] }), await made(owner, { number: [second] })];
    await owner.post(from, given());
    // One of an earlier version, which named no number.
    await owner.store.consents.giveConsent({
      ...{ contact_id: idOf(from), phone_number: null, kind: "express", channel: "text" },
      ...{ source: "Phone", given_at: Date.now() },
    });
    await owner.post(into, { do: "merge", from: idOf(from) });
    expect(await kindFor(into, second)).toBe("express_written");
    expect(await kindFor(into, second, "text")).toBe("express");
    expect(await kindFor(into, first)).toBeNull();
    expect(await kindFor(into, first, "text")).toBeNull();
  });

  test("was given on a day that was, and not longer ago than people live", async () => {
    const number = newNumber();
    const path = await made(owner, { number: [number] });
    for (const [given_on, words] of [
      ["2999-01-01", "This day is still to come"],
      ["1850-01-01", "That is longer ago than people live"],
      ["2024-02-30", "Choose a date"],
      ["yesterday", "Choose a date"],
    ] as const) {
      const answer = await owner.post(path, given({ given_on }));
      expect(answer.status, given_on).toBe(422);
      expect(await pageText(await answer.text())).toContain(words);
    }
    expect(await kindFor(path, number)).toBeNull();
    expect((await owner.post(path, given({ given_on: "2024-03-05", proof: "Form 12" }))).status).toBe(200);
    const shown = await page(owner, path);
    for (const words of ["Mar 5, 2024", "Web form", "Form 12"]) expect(shown).toContain(words);
    expect(shown).not.toContain("Mar 5, 2024, 12");
    const consent = await owner.store.consents.consentOf(idOf(path), number, "call");
    expect(new Date(consent?.given_at ?? 0).toISOString()).toMatch(/^2024-03-05T0\d:00/);
  });

  test("that is taken back takes every earlier one for the same with it, after a merge, too", async () => {
    const [number, other] = [newNumber(), newNumber()];
    const path = await made(owner, { number: [number] });
    const one = given();
    for (const consent of [one, given({ kind: "customer" }), given({ channel: "text" })])
      await owner.post(path, consent);
    const from = await made(owner, { number: [other] });
    await owner.post(from, given());
    await owner.post(path, { do: "revoke", consent: one.request });
    expect(await kindFor(path, number)).toBeNull();
    expect(await kindFor(path, number, "text")).toBe("express_written");
    await owner.post(path, { do: "merge", from: idOf(from) });
    expect(await kindFor(path, other)).toBeNull();
    // What they agreed to before does not count, noted late.
    const late = await owner.post(path, given({ kind: "express", given_on: "2024-03-05" }));
    expect(late.status).toBe(409);
    expect(await pageText(await late.text())).toContain("They took their consent back after that day");
    expect(await kindFor(path, number)).toBeNull();
    // What they agree to afterwards counts.
    await owner.post(path, given({ kind: "express" }));
    expect(await kindFor(path, number)).toBe("express");
  });
});

describe("the do-not-call list", () => {
  test("a member adds a person with a reason: all their numbers are on it, and their consents end", async () => {
    const [one, other] = [newNumber(), newNumber()];
    const path = await made(owner, { number: [one, other] });
    await owner.post(path, {
      ...{ do: "consent", request: newId(), kind: "express", channel: "call", source: "Phone" },
    });
    expect((await owner.post(path, { do: "block", number: one, reason: "" })).status).toBe(422);
    expect((await owner.post(path, { do: "block", number: one, reason: "Asked by letter" })).status).toBe(
      200,
    );
    for (const number of [one, other])
      expect(await owner.store.doNotCall.isBarred(number)).toMatchObject({
        source: "member",
        reason: "Asked by letter",
      });
    expect(await owner.store.consents.consentOf(idOf(path), one, "call")).toBeNull();
    expect(await page(owner, "/contacts/do-not-call")).toContain("Asked by letter");
    const off = { do: "unblock", number: one, reason: "It was a mix-up" };
    expect((await owner.post(path, off)).status).toBe(200);
    for (const number of [one, other]) expect(await owner.store.doNotCall.isBarred(number)).toBeNull();
    expect(
      await rows(
        owner,
        `select change, reason from do_not_call_changes where phone_number = '${one}' order by id`,
      ),
    ).toEqual([
      { change: "added", reason: "Asked by letter" },
      { change: "removed", reason: "It was a mix-up" },
    ]);
  });

  test("a person's own word is taken back by that person alone", async () => {
    const number = newNumber();
    await ended(owner, finishedCall({ other_number: number, outcome: "opted_out" }));
    expect(await owner.store.doNotCall.isBarred(number)).toMatchObject({ source: "voice" });
    const off = { do: "unblock", number, reason: "We want to call" };
    expect((await owner.post("/contacts/do-not-call", off)).status).toBe(409);
    expect(await owner.store.doNotCall.isBarred(number)).not.toBeNull();
    expect((await owner.post("/contacts/do-not-call", { ...off, they_asked: "on" })).status).toBe(200);
    expect(await owner.store.doNotCall.isBarred(number)).toBeNull();
  });

  test("a person's own word takes the place of what a member wrote before, at each of their numbers", async () => {
    const [one, other] = [newNumber(), newNumber()];
    const path = await made(owner, { number: [one, other] });
    await owner.post(path, { do: "block", number: one, reason: "Competitor" });
    await ended(owner, finishedCall({ other_number: one, outcome: "opted_out" }));
    for (const number of [one, other])
      expect(await owner.store.doNotCall.isBarred(number)).toMatchObject({ source: "voice", reason: "" });
    expect(
      await rows(
        owner,
        `select change, source from do_not_call_changes where phone_number = '${one}' order by source`,
      ),
    ).toEqual([
      { change: "added", source: "member" },
      { change: "added", source: "voice" },
    ]);
    // What a member or a file says later changes nothing of it.
    await owner.post("/contacts/do-not-call", { do: "block", number: one, reason: "Once more" });
    const off = { do: "unblock", number: one, reason: "We want to call" };
    expect((await owner.post(path, off)).status).toBe(409);
  });

  test("a number is not taken off while the person's own word stands at another one", async () => {
    const [early, late] = [newNumber(), newNumber()];
    await owner.post("/contacts/do-not-call", { do: "block", number: early, reason: "From an old list" });
    const path = await made(owner, { number: [late] });
    await ended(owner, finishedCall({ other_number: late, outcome: "opted_out" }));
    const version = String((await owner.store.contactBook.open(idOf(path)))?.updated_at ?? 0);
    await owner.post(`${path}/edit`, { ...form({ number: [early, late] }), version });
    const off = { do: "unblock", number: early, reason: "We want to call" };
    for (const page of [path, "/contacts/do-not-call"]) {
      expect((await owner.post(page, off)).status).toBe(409);
      expect(await (await owner.get(page)).text()).toContain("They asked to be called again");
    }
    for (const number of [early, late]) expect(await owner.store.doNotCall.isBarred(number)).not.toBeNull();
    expect((await owner.post(path, { ...off, they_asked: "on" })).status).toBe(200);
    for (const number of [early, late]) expect(await owner.store.doNotCall.isBarred(number)).toBeNull();
  });

  test("a number that nobody knows is kept, and its contact is born with it", async () => {
    const number = newNumber();
    const add = { do: "block", number, reason: "Competitor" };
    expect((await owner.post("/contacts/do-not-call", add)).status).toBe(200);
    expect(await owner.store.contacts.findByPhone(number)).toBeNull();
    expect((await owner.post("/contacts/do-not-call", { ...add, number: "12" })).status).toBe(422);
    await ended(owner, finishedCall({ other_number: number, outcome: "booked" }));
    expect(await owner.store.contacts.findByPhone(number)).toMatchObject({ status: "do_not_call" });
    const path = await made(owner);
    const updated_at = (await owner.store.contactBook.open(idOf(path)))?.updated_at ?? 0;
    const barred = newNumber();
    await owner.post("/contacts/do-not-call", { do: "block", number: barred, reason: "Known before" });
    await owner.post(`${path}/edit`, { ...form({ number: [barred] }), version: String(updated_at) });
    expect(await owner.store.contacts.findByPhone(barred)).toMatchObject({ status: "do_not_call" });
  });
});

describe("merging and archiving", () => {
  test("two contacts become one, with what both had", async () => {
    const [first, second] = [newNumber(), newNumber()];
    const into = await made(owner, { number: [first], name: "Greta", company: "", email: [] });
    const from = await made(owner, { number: [second], name: "G. Halvorsen", company: "Sons" });
    await owner.post(from, { do: "tag", tag: "vip" });
    await ended(owner, finishedCall({ other_number: second, summary: "Called from the office" }));
    expect((await owner.post(into, { do: "merge", other: "nobody@people.test" })).status).toBe(422);
    const asked = await owner.post(into, { do: "merge", other: second });
    expect(await pageText(await asked.text())).toContain("Take everything of G. Halvorsen into Greta?");
    expect((await owner.post(into, { do: "merge", from: idOf(from) })).status).toBe(200);
    const shown = await page(owner, into);
    for (const words of ["Called from the office", "vip", "Sons"]) expect(shown).toContain(words);
    expect((await owner.get(from)).status).toBe(404);
    expect(await owner.store.contacts.findByPhone(second)).toMatchObject({ id: idOf(into) });
  });

  test("who may not be called at one number is not called after a merge either", async () => {
    const [first, second] = [newNumber(), newNumber()];
    const into = await made(owner, { number: [first] });
    const from = await made(owner, { number: [second] });
    await owner.post(from, { do: "block", number: second, reason: "Asked by letter" });
    await owner.post(into, { do: "merge", from: idOf(from) });
    expect(await owner.store.doNotCall.isBarred(first)).toMatchObject({ source: "member" });
  });

  test("an archived contact frees its number, and comes back only while that is free", async () => {
    const number = newNumber();
    const old = await made(owner, { number: [number], name: "Former" });
    expect((await owner.post(old, { do: "archive" })).status).toBe(200);
    expect(await owner.store.contacts.findByPhone(number)).toBeNull();
    expect(await page(owner, "/contacts?q=former")).not.toContain("Former");
    expect(await page(owner, "/contacts?archived=yes")).toContain("Former");
    const now = await made(owner, { number: [number], name: "Present" });
    expect((await owner.post(old, { do: "restore" })).status).toBe(409);
    await owner.post(now, { do: "archive" });
    expect((await owner.post(old, { do: "restore" })).status).toBe(200);
    expect(await owner.store.contacts.findByPhone(number)).toMatchObject({ name: "Former" });
  });
});

describe("the list", () => {
  test("finds people by the beginning of a word, and by numbers in any way they are written", async () => {
    const person = await memberOf();
    const path = await made(person, {
      name: "Zoë Østergård",
      company: "Lakeside",
      number: ["+12125550187"],
      email: ["zoe.o@lake.test"],
    });
    await made(person, { name: "Someone else", number: ["+13105550111"], company: "" });
    for (const q of [
      "zoe",
      "Øst",
      "lakes",
      "zoe.o@lake.test",
      "(212) 555-0187",
      "+1 212 555",
      "0187",
      "5550187",
    ]) {
      const found = await page(person, `/contacts?q=${encodeURIComponent(q)}`);
      expect(found, q).toContain("Zoë Østergård");
      expect(found, q).not.toContain("Someone else");
    }
    expect(await page(person, "/contacts?q=%22*%20OR")).toContain("No matching contacts");
    await person.post(path, { do: "tag", tag: "vip" });
    expect(await page(person, "/contacts?tag=vip")).toContain("Zoë");
    expect(await page(person, "/contacts?tag=vip&dnc=yes")).not.toContain("Zoë");
    expect(await page(person, "/contacts?status=booked")).not.toContain("Zoë");
  });

  test("B26: a search that makes no sense, and an order that is none, are no error", async () => {
    const person = await memberOf();
    await made(person, { name: "Ada 100%" });
    const nonsense = ["%".repeat(60), "_".repeat(51), '"', "NEAR(", "*", "a".repeat(51), "' or 1=1 --"];
    for (const q of nonsense) {
      const answer = await person.get(`/contacts?q=${encodeURIComponent(q)}`);
      expect(answer.status, q).toBe(200);
      expect(await pageText(await answer.text()), q).not.toContain("Ada 100%");
    }
    expect(await page(person, "/contacts?q=ada&sort=shoe_size&order=sideways")).toContain("Ada 100%");
  });

  test("pages lead through all of them, each once", async () => {
    const person = await memberOf();
    const now = Date.now();
    for (let n = 0; n < 120; n++)
      await person.store.contacts.upsertByPhone({
        phone_number: newNumber(),
        name: `Person ${n} of many`,
        email: null,
        status: n % 2 === 0 ? "qualified" : null,
        source: "call",
        now: now + n,
      });
    for (const [query, expected] of [
      ["", 120],
      ["q=many", 120],
      ["status=qualified", 60],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const html: string = await (await person.get(`/contacts?${query}&cursor=${cursor}`)).text();
        seen.push(...[...html.matchAll(/href="\/contacts\/([0-9a-f-]{36})"/g)].map(([, id = ""]) => id));
        cursor =
          /rel="next"[^>]*href="[^"]*cursor=([0-9a-f-]{36})|href="[^"]*cursor=([0-9a-f-]{36})"[^>]*rel="next"/
            .exec(html)
            ?.slice(1)
            .find((found) => found !== undefined) ?? null;
      }
      expect(seen.length, query).toBe(expected);
      expect(new Set(seen).size, query).toBe(expected);
    }
  });

  test("several are tagged and archived together", async () => {
    const person = await memberOf();
    const paths = [await made(person), await made(person)];
    const ids = paths.map(idOf);
    expect((await person.post("/contacts", { do: "tag", tag: "spring", id: ids })).status).toBe(200);
    expect(await rows(person, "select tag from contact_tags")).toHaveLength(2);
    expect((await person.post("/contacts", { do: "tag", tag: "", id: ids })).status).toBe(422);
    expect((await person.post("/contacts", { do: "archive" })).status).toBe(422);
    expect((await person.post("/contacts", { do: "archive", id: ids })).status).toBe(200);
    expect(await rows(person, "select id from contacts where archived_at is null")).toEqual([]);
  });

  test("another organization's contacts are not there", async () => {
    const path = await made(owner);
    const stranger = await memberOf();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(path, { do: "archive" })).status).toBe(404);
    expect((await stranger.post(`${path}/edit`, form())).status).toBe(404);
  });
});

describe("fields of the organization's own", () => {
  test("are made, filled, renamed with what asks for them, and removed with their values", async () => {
    const person = await memberOf();
    const set = (fields: Record<string, string>) => person.post("/contacts/lists", fields);
    expect((await set({ do: "create_field", name: "Plan" })).status).toBe(200);
    expect((await set({ do: "create_field", name: " plan " })).status).toBe(409);
    expect((await set({ do: "create_field", name: "" })).status).toBe(422);
    expect((await set({ do: "create_field", name: "x".repeat(61) })).status).toBe(422);
    expect((await set({ do: "create_field", name: "Pläne" })).status).toBe(200);
    const [plan, other] = await person.store.contactBook.fields();
    const key = plan?.key ?? "";
    expect(key).not.toBe(other?.key);

    // A field that was not made is not kept.
    const path = await made(person, { name: "Ada", [`field:${key}`]: "gold", "field:invented": "x" });
    await made(person, { name: "Bea" });
    expect((await person.store.contactBook.open(idOf(path)))?.custom).toEqual({ [key]: "gold" });
    const edit = await (await person.get(`${path}/edit`)).text();
    expect(edit).toMatch(new RegExp(`name="field:${key}"[^>]*value="gold"`));
    const save = { do: "save_segment", name: "Golden", address: `field=${key}&value=gold` };
    expect((await person.post("/contacts", save)).status).toBe(200);

    expect((await set({ do: "rename_field", id: other?.key ?? "", name: "PLAN" })).status).toBe(409);
    expect((await set({ do: "rename_field", id: "nothing", name: "Nothing" })).status).toBe(404);
    expect((await set({ do: "rename_field", id: key, name: "Tariff" })).status).toBe(200);
    expect(await page(person, path)).toContain("Tariff gold");
    const [segment] = (await person.store.contactSets.sets(Date.now())).segments;
    const of = { lists: [], segments: [segment?.id ?? ""], tags: [] };
    expect(await person.store.audience.countAudience(of)).toBe(1);
    expect(await page(person, `/contacts?field=${key}&value=GOLD`)).toContain("Ada");

    const lists = await (await person.get("/contacts/lists")).text();
    expect(await pageText(lists)).toMatch(/Tariff 1 contact/);
    expect((await set({ do: "remove_field", id: key })).status).toBe(200);
    expect((await set({ do: "remove_field", id: key })).status).toBe(404);
    expect((await person.store.contactBook.open(idOf(path)))?.custom).toEqual({});
    expect(await person.store.audience.countAudience(of)).toBe(0);
    // The same name again is a field without values.
    await set({ do: "create_field", name: "Plan" });
    expect(await page(person, `/contacts?field=${key}`)).not.toContain("Ada");
  });

  test("are at most 50, and only those who manage contacts change them", async () => {
    const person = await memberOf();
    for (let n = 0; n < 50; n++)
      await person.store.contactBook.saveField({ key: null, label: `Field ${n}` }, Date.now());
    expect((await person.post("/contacts/lists", { do: "create_field", name: "One more" })).status).toBe(409);
    const viewer = await memberOf({ role: "viewer", organizationId: person.organizationId });
    expect((await viewer.post("/contacts/lists", { do: "remove_field", id: "field_1" })).status).toBe(403);
    expect(await person.store.contactBook.fields()).toHaveLength(50);
    const stranger = await memberOf();
    expect((await stranger.post("/contacts/lists", { do: "remove_field", id: "field_1" })).status).toBe(404);
  });
});

describe("lists and segments", () => {
  test("a list holds whom it was given, and a segment whoever fits", async () => {
    const person = await memberOf();
    const path = await made(person, { name: "Ada of the list" });
    expect((await person.post("/contacts/lists", { do: "create", name: "Spring" })).status).toBe(200);
    expect((await person.post("/contacts/lists", { do: "create", name: "spring" })).status).toBe(409);
    expect((await person.post("/contacts/lists", { do: "create", name: "" })).status).toBe(422);
    const [list] = await person.store.contactBook.lists();
    const id = list?.id ?? "";
    await person.post(path, { do: "add_to_list", list: id });
    expect(await page(person, `/contacts?list=${id}`)).toContain("Ada of the list");
    await made(person, { name: "Bea outside" });
    expect(await page(person, `/contacts?list=${id}`)).not.toContain("Bea outside");
    const save = { do: "save_segment", name: "Bees", address: "q=bea" };
    expect((await person.post("/contacts", save)).status).toBe(200);
    const [segment] = (await person.store.contactSets.sets(Date.now())).segments;
    expect(segment).toMatchObject({ name: "Bees", contacts: { n: 1, isMore: false } });
    const of = { lists: [id], segments: [segment?.id ?? ""], tags: [] };
    expect(await person.store.audience.countAudience(of)).toBe(2);
    const [first] = await person.store.audience.audienceOf(of, null, 1);
    const rest = await person.store.audience.audienceOf(of, first?.contact_id ?? "", 10);
    expect([first?.name, ...rest.map(({ name }) => name)].sort()).toEqual(["Ada of the list", "Bea outside"]);
    await person.post("/contacts/lists", { do: "rename", id, name: "Summer" });
    expect(await page(person, "/contacts/lists")).toContain("Summer");
    await person.post("/contacts/lists", { do: "remove", id });
    await person.post("/contacts/lists", { do: "remove_segment", id: segment?.id ?? "" });
    expect(await person.store.audience.countAudience(of)).toBe(0);
    expect(await person.store.contactBook.isEmpty()).toBe(false);
  });

  test("filters that cannot be read are no segment and no file, and a stored one finds no contact", async () => {
    const person = await memberOf();
    await made(person);
    const six = (key: string) => Array.from({ length: 6 }, (_, n) => `${key}=${n}`).join("&");
    for (const address of [six("tag"), six("list"), `q=${"x".repeat(101)}`, "status=unknown", ""]) {
      const save = { do: "save_segment", name: "Wrong", address };
      expect((await person.post("/contacts", save)).status, address).toBe(422);
      if (address !== "") expect((await person.get(`/contacts/export?${address}`)).status, address).toBe(400);
      // A person who looks sees the list.
      expect((await person.get(`/contacts?${address}`)).status).toBe(200);
    }
    expect((await person.store.contactSets.sets(Date.now())).segments).toEqual([]);
    for (const [id, filter] of [
      ["unread", '{"tags":["a","b","c","d","e","f"]}'],
      ["empty", "{}"],
    ])
      await inObject(person, (sql) =>
        sql.exec(
          "insert into contact_segments (id, name, filter, created_at, updated_at) values (?, ?, ?, 0, 0)",
          id,
          id,
          filter,
        ),
      );
    const of = { lists: [], segments: ["unread", "empty"], tags: [] };
    expect(await person.store.audience.countAudience(of)).toBe(0);
    expect(await person.store.audience.audienceOf(of, null, 10)).toEqual([]);
    expect(await page(person, "/contacts/lists")).toContain("Its filters can't be read");
  });

  test("an audience is read by key, each person once, and without those who cannot be called", async () => {
    const person = await memberOf();
    const now = Date.now();
    const ids: string[] = [];
    for (let n = 0; n < 30; n++) {
      const { id } = await person.store.contacts.upsertByPhone({
        phone_number: newNumber(),
        name: `Lead ${n}`,
        email: null,
        status: null,
        source: "call",
        now: now + n,
      });
      ids.push(id);
    }
    await made(person, { number: [], name: "No phone" });
    await person.store.contactBook.change({ do: "tag", ids: ids.slice(0, 20), tag: "a" }, now);
    await person.store.contactBook.change({ do: "tag", ids: ids.slice(10), tag: "b" }, now);
    await person.store.contactBook.change({ do: "archive", ids: ids.slice(0, 1) }, now);
    const of = { lists: [], segments: [], tags: ["a", "b"] };
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const some: { contact_id: string }[] = await person.store.audience.audienceOf(of, after, 7);
      seen.push(...some.map(({ contact_id }) => contact_id));
      after = some.at(-1)?.contact_id ?? null;
    } while (after !== null);
    expect(seen).toEqual(ids.slice(1));
    const everyone = { lists: [], segments: [], tags: [], everyone: true };
    expect(await person.store.audience.countAudience(everyone)).toBe(29);
  });
});
