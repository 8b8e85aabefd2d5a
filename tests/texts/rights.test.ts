/** A person's texts are erased with them, old ones go with old words, and an export has them all. */
import { expect, test } from "vitest";
import { day_ms } from "#app/platform/durations.ts";
import { twilio } from "../carriers/sides.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { settled, text, textedClinic, until } from "./arrange.ts";

test("an erased person leaves no text, and their stop stays", async () => {
  const owner = await textedClinic(twilio);
  const [person, other] = [newNumber(), newNumber()];
  await text(owner, person, "What are your hours?");
  await settled(owner, 2);
  await text(owner, person, "STOP");
  await settled(owner, 3);
  await text(owner, other, `Call my friend at ${person} please`);
  await settled(owner, 5);
  const sought = { phone_number: person, email: null };
  for (
    let next = { part: "calls", after: 0 } as Parameters<typeof owner.store.persons.erase>[1] | null;
    next;
  )
    next = (await owner.store.persons.erase(sought, next, Date.now())).next;
  const left = await rows(owner, "select text from texts");
  expect(JSON.stringify(left)).not.toContain(person.slice(1));
  const threads = await rows(
    owner,
    `select other_number, last_text, opted_out_at is not null as stopped,
      (select count(*) from texts where thread_id = text_threads.id) as n from text_threads order by created_at`,
  );
  expect(threads[0]).toEqual({ other_number: person, last_text: "", stopped: 1, n: 0 });
  expect(threads[1]).toMatchObject({ other_number: other, stopped: 0 });
});

test("texts that are older than words are kept are deleted; an export has the rest", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "What are your hours?");
  await settled(owner, 2);
  const names = await owner.store.exports.list();
  expect(names).toEqual(expect.arrayContaining(["text_threads", "texts", "text_conversations"]));
  const page = await owner.store.exports.page("texts", 0, "json");
  expect([page.rows, page.lines.includes("What are your hours?")]).toEqual([2, true]);
  const old = 31 * day_ms;
  await rows(owner, `update texts set created_at = created_at - ${old}`);
  await rows(owner, `update text_threads set last_at = last_at - ${old}`);
  await rows(owner, `update text_conversations set last_at = last_at - ${old}`);
  await owner.post("/settings", { intent: "retention", retention_days: "30" });
  await until(async () => expect(await rows(owner, "select 1 from texts")).toEqual([]));
  for (const table of ["text_threads", "text_conversations"])
    expect(await rows(owner, `select 1 from ${table}`)).toEqual([]);
});
