/** The list of calls: filters by tag, length and cost, saved views, columns, and what is done with several calls at once. */
import { beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { costOf, ended, finishedCall, leftMessage, wordsOf } from "./arrange.ts";

const path = "/call-history";

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get(path);
}, 180_000);

const now = Date.now();
const anna = () =>
  finishedCall({
    caller_name: "Anna Berg",
    started_at: now - 60_000,
    talk_seconds: 400,
    agent_id: "agent-lea",
  });
const bruno = () =>
  finishedCall({
    caller_name: "Bruno Klein",
    started_at: now - 120_000,
    talk_seconds: 10,
    cost_items: [
      { what: "carrier", quantity: 1, unit: "minute", unit_price_micros: 200_000, cost_micros: 200_000 },
    ],
  });

async function withCalls() {
  const owner = await memberOf();
  const [a, b] = [anna(), bruno()];
  await ended(owner, a, b);
  return { owner, anna: a, bruno: b };
}

const words = async (person: Person, search = "") => {
  const answer = await person.get(`${path}${search}`);
  expect(answer.status).toBe(200);
  return wordsOf(await answer.text());
};
const post = async (person: Person, form: Record<string, string> | URLSearchParams) => {
  const answer = await person.post(path, form);
  return { status: answer.status, words: wordsOf(await answer.text()) };
};
const colleagueOf = (owner: Person, role: "member" | "viewer" | "admin") =>
  memberOf({ role, organizationId: owner.organizationId });

test.each([
  ["?length=longest", "Anna Berg", "Bruno Klein"],
  ["?length=short", "Bruno Klein", "Anna Berg"],
  ["?cost=medium", "Bruno Klein", "Anna Berg"],
  ["?cost=none", "Anna Berg", "Bruno Klein"],
  ["?tag=vip", "Anna Berg", "Bruno Klein"],
  ["?tag=VIP&agent=agent-lea", "Anna Berg", "Bruno Klein"],
  ["?q=parking&tag=vip", "Anna Berg", "Bruno Klein"],
])("%s shows %s and not %s", async (search, shown, hidden) => {
  const { owner, anna } = await withCalls();
  await owner.post(`${path}/${anna.id}`, { do: "add_tag", tag: "vip" });
  const seen = await words(owner, search);
  expect(seen).toContain(shown);
  expect(seen).not.toContain(hidden);
  expect(seen).toContain("1 matching call.");
});

test("a view is saved under a name, shared or not, and deleted by its owner", async () => {
  const { owner } = await withCalls();
  const member = await colleagueOf(owner, "member");
  const view = {
    do: "save_view",
    id: newId(),
    name: "Long  calls",
    query: "?length=longest&cursor=last&evil=1",
  };
  for (const _ of [1, 2]) expect((await post(member, view)).words).toContain("View saved.");
  expect(await rows(owner, "select name, query, is_shared from call_views")).toEqual([
    { name: "Long calls", query: "?length=longest", is_shared: 0 },
  ]);
  expect(await words(member)).toContain("Long calls");
  expect(await words(owner)).not.toContain("Long calls");
  // The same name takes its place.
  await post(member, { ...view, id: newId(), query: "?length=long", shared: "on" });
  expect(await words(owner)).toContain("Long calls");
  expect(await (await owner.get(path)).text()).toContain('href="/call-history?length=long"');
  const viewer = await colleagueOf(owner, "viewer");
  expect((await post(viewer, { do: "delete_view", id: view.id })).status).toBe(404);
  await post(viewer, { do: "save_view", id: newId(), name: "Mine", query: "", shared: "on" });
  expect(await words(owner)).not.toContain("Mine");
  expect((await post(member, { do: "save_view", id: newId(), name: " ", query: "" })).status).toBe(422);
  expect((await post(owner, { do: "delete_view", id: view.id })).words).toContain("View deleted.");
  expect(await words(member)).not.toContain("Long calls");
});

test("columns are each member's own", async () => {
  const { owner } = await withCalls();
  const member = await colleagueOf(owner, "member");
  const heads = async (person: Person) =>
    [...(await (await person.get(path)).text()).matchAll(/<th scope="col"[^>]*>([^<]+)</g)].map(
      ([, head]) => head,
    );
  expect(await heads(owner)).toEqual(["Caller and summary", "Outcome", "Agent", "Length", "Time"]);
  const form = new URLSearchParams({ do: "choose_columns" });
  for (const column of ["cost", "duration"]) form.append("column", column);
  expect((await post(owner, form)).words).toContain("Columns saved.");
  expect(await heads(owner)).toEqual(["Caller and summary", "Cost", "Length", "Time"]);
  expect(await words(owner)).toContain("$0.20");
  expect(await heads(member)).toHaveLength(5);
  expect((await post(owner, { do: "choose_columns", column: "secret" })).status).toBe(400);
});

const several = (what: Record<string, string>, ids: readonly string[]) => {
  const form = new URLSearchParams(what);
  for (const id of ids) form.append("call", id);
  return form;
};

test("several calls are tagged at once; those of another organization are not", async () => {
  const { owner, anna, bruno } = await withCalls();
  const other = await withCalls();
  const answer = await post(
    owner,
    several({ do: "tag_calls", tag: "Audit" }, [anna.id, bruno.id, other.anna.id]),
  );
  expect(answer.words).toContain("2 calls tagged.");
  expect(await rows(other.owner, "select tag from call_tags")).toEqual([]);
  expect((await words(owner)).match(/Tags: audit/g)).toHaveLength(2);
  expect((await post(owner, { do: "tag_calls", tag: "x" })).words).toContain("Select at least one call");
  const viewer = await colleagueOf(owner, "viewer");
  expect((await post(viewer, several({ do: "tag_calls", tag: "x" }, [anna.id]))).status).toBe(403);
  const seen = await words(viewer, "?tag=audit");
  expect(seen).not.toContain("audit");
});

test("deleted calls leave nothing behind but what they used", async () => {
  const { owner, anna, bruno } = await withCalls();
  await owner.post(`${path}/${anna.id}`, { do: "add_tag", tag: "vip" });
  await owner.post(`${path}/${anna.id}`, { do: "add_note", id: newId(), text: "Asked twice." });
  await owner.store.messages.take(leftMessage({ call_id: anna.id }));
  const used = await rows(owner, "select count(*) as n from usage_records");
  const form = () => several({ do: "delete_calls" }, [anna.id]);
  const member = await colleagueOf(owner, "member");
  expect((await post(member, form())).status).toBe(403);
  const stranger = await memberOf();
  expect((await post(stranger, form())).words).toContain("had been deleted before");
  expect((await post(owner, form())).words).toContain("1 call deleted.");
  for (const table of ["calls", "call_transcripts", "call_notes", "call_tags", "messages", "call_analyses"]) {
    const column = table === "calls" ? "id" : "call_id";
    expect(await rows(owner, `select 1 from ${table} where ${column} = '${anna.id}'`), table).toEqual([]);
  }
  expect(await rows(owner, "select count(*) as n from call_words")).toEqual([{ n: 1 }]);
  expect(await rows(owner, "select count(*) as n from usage_records")).toEqual(used);
  const left = await words(owner);
  expect(left).toContain("Bruno Klein");
  expect(left).not.toContain("Anna Berg");
  expect((await owner.get(`${path}/${anna.id}`)).status).toBe(404);
  expect(bruno.id).not.toBe(anna.id);
});

test("the list is one trip to the organization and one statement, tags and views included", async () => {
  const { owner, anna } = await withCalls();
  await owner.post(`${path}/${anna.id}`, { do: "add_tag", tag: "vip" });
  expect(costOf(await owner.get(`${path}?tag=vip`))).toMatchObject({ d1: 1, objects: 1 });
});
