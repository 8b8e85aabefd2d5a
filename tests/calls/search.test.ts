/** /search: what the command menu finds, for whom, and for how little. */
import { beforeAll, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { Role } from "#app/membership/permissions.ts";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { costOf, ended, finishedCall, inObject } from "./arrange.ts";

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

async function arranged(role?: Role): Promise<{ person: Person; agent: string; call: string }> {
  const person = await memberOf(role && { role });
  const agent = newId();
  await person.store.agents.create({
    id: agent,
    spec: { ...specFor("receptionist"), name: "Front desk" },
    created_by: person.userId,
    now: Date.now(),
  });
  await inObject(person, (sql) =>
    sql.exec(
      `insert into numbers (id, phone_number, country, provider, label, status, created_at, updated_at)
       values ('n1', '+12125550117', 'US', 'twilio', 'Main line', 'active', 0, 0)`,
    ),
  );
  const call = finishedCall({ caller_name: "Daniel Whitmore", summary: "Asked about whitening" });
  await ended(person, call);
  return { person, agent, call: call.id };
}

async function found(person: Person, q: string): Promise<string[]> {
  const response = await person.get(`/search.data?q=${encodeURIComponent(q)}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  return [...text.matchAll(/"(\/(?:agents\/(?!new")|call-history[/?])[^"]*)"/g)].map(([, to = ""]) => to);
}

test("agents are found by a beginning, numbers by digits however grouped, calls by who and by what was said", async () => {
  const { person, agent, call } = await arranged();
  expect(await found(person, "fro")).toEqual([`/agents/${agent}`]);
  expect(await found(person, "desk fr")).toEqual([`/agents/${agent}`]);
  expect(await found(person, "555-01 17")).toEqual(["/call-history?number=n1"]);
  expect(await found(person, "main")).toEqual(["/call-history?number=n1"]);
  expect(await found(person, "whitm")).toEqual([`/call-history/${call}`]);
  expect(await found(person, "daniel whitening")).toEqual([`/call-history/${call}`]);
});

test("B26: what makes no sense finds nothing and is no error", async () => {
  const { person } = await arranged();
  for (const q of ["", "x", "zzzz", '"AND (NEAR *', "🦷", "word ".repeat(500)])
    expect(await found(person, q)).toEqual([]);
});

test.each(["%".repeat(60), "a%".repeat(30), "_".repeat(51), `${"x".repeat(50)}%`, "\\%", "é".repeat(40)])(
  "B26: what LIKE would take for a pattern, or for too long a one, is text: %s",
  async (q) => {
    const { person } = await arranged();
    expect(await found(person, q)).toEqual([]);
    const history = await person.get(`/call-history?${new URLSearchParams({ q })}`);
    expect(history.status).toBe(200);
    expect(await history.text()).not.toContain("Daniel Whitmore");
  },
);

test("B26: no list is sorted by what an address names: it is shown as ever", async () => {
  const { person } = await arranged();
  for (const path of ["/call-history", "/agents", "/numbers", "/users"]) {
    const answer = await person.get(`${path}?sort=password_hash&order=desc`);
    expect(answer.status).toBe(200);
  }
  const answer = await person.get("/call-history?sort=nope");
  expect(await answer.text()).toContain("Daniel Whitmore");
});

test("a role that may not read who called looks through no call: a word that was said costs what any other word costs", async () => {
  const { person, agent } = await arranged("viewer");
  const said = await person.get("/search.data?q=daniel");
  const unsaid = await person.get("/search.data?q=gabriel");
  expect(costOf(said).object_rows).toBeGreaterThan(0);
  expect(costOf(said)).toEqual(costOf(unsaid));
  for (const q of ["daniel", "whitening", "+1 415 555 0142", "parking"])
    expect(await found(person, q)).toEqual([]);
  expect(await found(person, "front")).toEqual([`/agents/${agent}`]);
  expect(await found(person, "main")).toEqual(["/call-history?number=n1"]);
});

test("nobody finds what another organization has", async () => {
  await arranged();
  expect(await found(await memberOf(), "daniel")).toEqual([]);
});

test("a search costs the session's statement and one trip to the organization", async () => {
  const { person } = await arranged();
  const cost = costOf(await person.get("/search.data?q=daniel"));
  expect(cost).toMatchObject({ d1: 1, objects: 1 });
});
