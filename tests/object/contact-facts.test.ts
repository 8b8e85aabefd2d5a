/** What happens with contacts, texts and the beginning of calls is told as facts, once each. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { twilio } from "../carriers/sides.ts";
import { memberOf } from "../support/people.ts";
import { call, clinic, hangUp, newNumber } from "../support/telephone.ts";
import { settled, text, textedClinic } from "../texts/arrange.ts";
import { listenTo, written } from "./written.ts";

test("a contact that a member makes, changes and tags is told of each time, and a tag that it has is not", async () => {
  const owner = await memberOf();
  await listenTo(owner);
  const number = newNumber();
  const form = { name: "Greta Halvorsen", company: "", status: "new", number: [number], label: ["Mobile"] };
  const made = await owner.post("/contacts/new", { ...form, email: [`${newId()}@people.test`] });
  const path = made.headers.get("location") ?? "";
  const contact_id = path.replace("/contacts/", "");
  const version = String((await owner.store.contactBook.open(contact_id))?.updated_at);
  expect((await owner.post(`${path}/edit`, { ...form, name: "Greta Moen", version })).status).toBe(302);
  for (const _ of ["first", "again"]) await owner.post(path, { do: "tag", tag: "VIP" });
  const told = await written(owner, "contact.created", "contact.updated", "contact.tagged");
  expect(told).toMatchObject([
    {
      id: `contact.created:${contact_id}`,
      payload: { name: "Greta Halvorsen", phone_number: number, source: "member", call_id: null },
    },
    { kind: "contact.updated", payload: { contact_id, name: "Greta Moen" } },
    { kind: "contact.tagged", payload: { contact_id, tag: "VIP", name: "Greta Moen" } },
  ]);
});

test("a call is told of when it begins, and its caller when they become a contact", async () => {
  const owner = await clinic();
  await listenTo(owner);
  const from = newNumber();
  const first = await call(owner, from);
  expect(await written(owner, "call.started")).toMatchObject([
    {
      id: `call.started:${first.call_id}`,
      payload: { direction: "inbound", other_number: from, own_number: owner.number, contact_name: null },
    },
  ]);
  await hangUp(first);
  await hangUp(await call(owner, from));
  expect(await written(owner, "contact.created", "contact.updated")).toMatchObject([
    { kind: "contact.created", payload: { phone_number: from, source: "call", call_id: first.call_id } },
  ]);
  expect(await written(owner, "call.started")).toHaveLength(2);
});

test("a text that comes in is told of, and so is a person who wants none any more", async () => {
  const owner = await textedClinic(twilio);
  await listenTo(owner);
  const from = newNumber();
  await text(owner, from, "Which hours are you open?");
  await settled(owner);
  await text(owner, from, "STOP");
  expect(await written(owner, "message.received", "contact.opted_out")).toMatchObject([
    {
      kind: "message.received",
      payload: {
        other_number: from,
        own_number: owner.number,
        text: "Which hours are you open?",
        asks: null,
      },
    },
    { kind: "message.received", payload: { text: "STOP", asks: "stop" } },
    { kind: "contact.opted_out", payload: { phone_number: from, source: "text" } },
  ]);
});

test("a contact who opts out again, after they were taken off the list, is told of each time", async () => {
  const owner = await memberOf();
  await listenTo(owner);
  const number = newNumber();
  const form = { name: "Greta Halvorsen", company: "", status: "new", number: [number], label: ["Mobile"] };
  const made = await owner.post("/contacts/new", { ...form, email: [`${newId()}@people.test`] });
  const path = made.headers.get("location") ?? "";
  for (const what of ["block", "block", "unblock", "block"])
    expect((await owner.post(path, { do: what, number, reason: "As they wrote" })).status).toBe(200);
  const told = await written(owner, "contact.opted_out");
  expect(told).toMatchObject([
    { payload: { phone_number: number, call_id: null, source: "member" } },
    { payload: { phone_number: number, call_id: null, source: "member" } },
  ]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(2);
});
