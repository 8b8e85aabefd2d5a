/** An erasure of a person with several numbers: everything that hangs on their contact is gone, and they are still not called. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { memberOf, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";

const tables = [
  "contact_emails",
  "contact_tags",
  "contact_list_members",
  "contact_notes",
  "contact_tasks",
  "consents",
  "contact_import_errors",
];

/** A contact with two numbers and all that can hang on one. */
async function withAll(owner: Person, numbers: readonly string[]): Promise<string> {
  const answer = await owner.post("/contacts/new", {
    name: "Greta Halvorsen",
    company: "Sons",
    address: "1 Main Street",
    time_zone: "America/New_York",
    status: "new",
    number: numbers,
    label: numbers.map(() => ""),
    email: ["greta@lake.test"],
  });
  const path = answer.headers.get("location") ?? "";
  await owner.post(path, { do: "note", request: newId(), text: "Prefers mornings" });
  await owner.post(path, { do: "task_add", task: newId(), title: "Call Greta", due_on: "", assignee: "" });
  await owner.post(path, { do: "tag", tag: "vip" });
  await owner.post(path, {
    ...{ do: "consent", request: newId(), kind: "express", channel: "call", source: "Phone" },
  });
  await owner.post("/contacts/lists", { do: "create", name: "Spring" });
  const [list] = await owner.store.contactBook.lists();
  await owner.post(path, { do: "add_to_list", list: list?.id ?? "" });
  return path;
}

async function erase(owner: Person, phone_number: string): Promise<void> {
  const person = { phone_number, email: null };
  let cursor: Parameters<typeof owner.store.persons.erase>[1] | null = { part: "calls", after: 0 };
  while (cursor !== null) cursor = (await owner.store.persons.erase(person, cursor, Date.now())).next;
}

test("nothing of a contact is left", async () => {
  const owner = await memberOf();
  const [one, other] = [newNumber(), newNumber()];
  const path = await withAll(owner, [one, other]);
  expect(await owner.store.persons.find({ phone_number: other, email: null })).toMatchObject({ contacts: 1 });
  await erase(owner, other);
  for (const table of [...tables, "contacts", "contact_numbers"])
    expect(await rows(owner, `select * from ${table}`), table).toEqual([]);
  expect((await owner.get(path)).status).toBe(404);
  expect(await rows(owner, "select rowid from contact_words where contact_words match 'greta'")).toEqual([]);
});

test("who must not be called is on the list by the numbers alone", async () => {
  const owner = await memberOf();
  const [one, other] = [newNumber(), newNumber()];
  const path = await withAll(owner, [one, other]);
  await owner.post(path, { do: "block", number: one, reason: "Greta wrote a letter" });
  await erase(owner, other);
  for (const table of tables) expect(await rows(owner, `select * from ${table}`), table).toEqual([]);
  expect(await rows(owner, "select name, company, address, time_zone, phone_number from contacts")).toEqual([
    { name: null, company: null, address: null, time_zone: null, phone_number: one },
  ]);
  for (const number of [one, other])
    expect(await owner.store.doNotCall.isBarred(number)).toMatchObject({ reason: "" });
  expect(await rows(owner, "select reason from do_not_call_changes where reason <> ''")).toEqual([]);
});
