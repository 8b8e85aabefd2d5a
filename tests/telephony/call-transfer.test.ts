/** /call-transfer: people are added, changed, ordered, paused and removed; the route is tested; and who may do so. */
import { beforeAll, expect, test } from "vitest";
import { wordsOf } from "../calls/arrange.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { clinic } from "../support/telephone.ts";

beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

const page = "/call-transfer";
const form = {
  do: "add",
  name: "Dana Reyes",
  phone_number: "(212) 736-5001",
  use_when: "Invoices and payments",
  mode: "announced",
  ring_seconds: "30",
  open: "always",
  time_zone: "America/New_York",
};
const words = async (person: Person, path = page) => wordsOf(await (await person.get(path)).text());
const names = async (person: Person) => (await person.store.transfers.list()).map(({ name }) => name);

test("a person is added, shown with who is open now, changed, paused and removed, and the trail says so", async () => {
  const owner = await clinic();
  expect(await words(owner)).toContain("Nobody is here yet");
  const added = await owner.post(page, form);
  expect(added.status).toBe(302);
  const [dana] = await owner.store.transfers.list();
  expect(dana).toMatchObject({
    phone_number: "+12127365001",
    ring_seconds: 30,
    hours: null,
    is_paused: false,
  });
  const id = dana?.id ?? "";
  expect(await words(owner)).toContain("1 of 1 person takes calls now");
  const hours = {
    open: "hours",
    mon_open: "on",
    mon_from: "09:00",
    mon_to: "17:00",
    break_from: "12:00",
    break_to: "13:00",
  };
  await owner.post(page, { ...form, ...hours, do: "change", id, name: "Dana R." });
  expect((await owner.store.transfers.find(id))?.hours?.weekly.mon).toEqual([
    { from: "09:00", to: "12:00" },
    { from: "13:00", to: "17:00" },
  ]);
  await owner.post(page, { do: "pause", id });
  expect(await words(owner)).toContain("0 of 1 person takes calls now");
  expect(await words(owner)).toContain("Paused");
  await owner.post(page, { do: "resume", id });
  await owner.post(page, { do: "remove", id });
  expect(await names(owner)).toEqual([]);
  const trail = await words(owner, "/users/activity");
  for (const done of [
    "Added a person to call transfer",
    "Paused a person",
    "Removed a person from call transfer",
  ])
    expect(trail).toContain(done);
});

test("people are tried in the order that they are moved to, and the test of the route says who, when and why not", async () => {
  const owner = await clinic();
  await owner.post(page, { ...form, name: "Dana" });
  await owner.post(page, {
    ...form,
    name: "Sam",
    phone_number: "+12127365002",
    open: "hours",
    mon_open: "on",
    mon_from: "09:00",
    mon_to: "17:00",
  });
  const sam = (await owner.store.transfers.list())[1];
  await owner.post(page, { do: "up", id: sam?.id ?? "" });
  expect(await names(owner)).toEqual(["Sam", "Dana"]);
  const monday = await words(owner, `${page}?at=2026-11-30T10:00`);
  expect(monday).toMatch(/Sam At once, rings 30 s.*Dana After 30 s, rings 30 s/s);
  const sunday = await words(owner, `${page}?at=2026-11-29T10:00`);
  expect(sunday).toMatch(/Dana At once, rings 30 s.*Sam Skipped: closed then/s);
  const nothing = await words(owner, `${page}?at=not-a-time&agent=nobody&edit=nobody`);
  expect(nothing).toContain("Test the route");
});

test.each([
  [{ name: "" }, "Enter a name"],
  [{ phone_number: "12" }, "Use a full number"],
  [{ phone_number: "+19005550100" }, "cost extra"],
  [{ ring_seconds: "4" }, "At least 5 seconds"],
  [{ ring_seconds: "121" }, "At most 120 seconds"],
  [{ mode: "loud" }, "Choose one"],
  [{ open: "hours" }, "Open at least one day"],
  [{ open: "hours", mon_open: "on", mon_from: "17:00", mon_to: "09:00" }, "Closing time must be after"],
  [
    { open: "hours", mon_open: "on", mon_from: "09:00", mon_to: "17:00", time_zone: "Mars/Base" },
    "Choose a time zone",
  ],
])("%o is refused at its field, and what was typed stays", async (wrong, message) => {
  const owner = await clinic();
  const answer = await owner.post(`${page}?add`, { ...form, use_when: "Kept words", ...wrong });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(wordsOf(html)).toContain(message);
  expect(html).toContain("Kept words");
  expect(await names(owner)).toEqual([]);
});

test("a number that rings here is refused: the call would come back to an agent", async () => {
  const owner = await clinic();
  const answer = await owner.post(`${page}?add`, { ...form, phone_number: owner.number });
  expect(answer.status).toBe(422);
  expect(wordsOf(await answer.text())).toContain("one of your own numbers");
});

test("a viewer reads and changes nothing, and another organization's people do not exist", async () => {
  const owner = await clinic();
  await owner.post(page, form);
  const [dana] = await owner.store.transfers.list();
  const id = dana?.id ?? "";
  const viewer = await memberOf({ role: "viewer", organization: {} });
  expect((await viewer.get(page)).status).toBe(200);
  expect((await viewer.post(page, form)).status).toBe(403);
  const other = await clinic();
  for (const deed of ["pause", "up", "remove"])
    expect((await other.post(page, { do: deed, id })).status).toBe(404);
  expect((await other.post(page, { ...form, do: "change", id })).status).toBe(404);
  expect((await other.post(page, { do: "steal", id })).status).toBe(400);
  expect(await names(owner)).toEqual(["Dana Reyes"]);
  expect(await words(other)).not.toContain("Dana Reyes");
});

test("an agent's editor offers the people, and keeps which of them it may use", async () => {
  const owner = await clinic();
  await owner.post(page, form);
  const [dana] = await owner.store.transfers.list();
  const html = await (await owner.get(`/agents/${owner.agentId}`)).text();
  expect(wordsOf(html)).toContain("People from call transfer");
  expect(html).toContain(`value="${dana?.id}"`);
  const agent = await owner.store.agents.find(owner.agentId);
  if (!agent) throw new Error("no agent");
  const spec = { ...agent.spec, transfer_targets: [dana?.id ?? ""] };
  await owner.store.agents.update({ id: owner.agentId, version: agent.version, spec, now: Date.now() });
  expect(await words(owner)).toContain(`Used by ${agent.spec.name}`);
});
