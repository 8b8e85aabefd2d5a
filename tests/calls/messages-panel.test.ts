/** Messages and promised call backs on the pages: open until a member has done them, hidden from whom they do not concern. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { TakenMessage } from "#app/calls/messages/messages.schema.ts";
import type { Role } from "#app/membership/permissions.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { ended, finishedCall, leftMessage, wordsOf } from "./arrange.ts";

/** An organization with one call that left this. */
async function withMessage(wanted: Partial<TakenMessage> = {}) {
  const owner = await memberOf();
  const call = finishedCall();
  await owner.store.messages.take(leftMessage({ call_id: call.id, ...wanted }));
  await ended(owner, call);
  const [message] = await rows(owner, "select id from messages");
  return { owner, call, message: String(message?.id) };
}

const page = async (person: Person, path = "/dashboard") => wordsOf(await (await person.get(path)).text());
const press = (person: Person, wanted: "done" | "undo", message: string, path = "/dashboard") =>
  person.post(path, { do: wanted, message });
async function nameOf({ userId }: Person): Promise<string> {
  const [user] = await controlPlane().select().from(control.users).where(eq(control.users.id, userId));
  return user?.name ?? user?.email ?? "";
}
const colleague = (owner: Person, role: Role) => memberOf({ role, organizationId: owner.organizationId });

test("an open message stands on the dashboard and on its call's page, with the way to call back", async () => {
  const { owner, call } = await withMessage();
  for (const path of ["/dashboard", "/dash", `/call-history/${call.id}`]) {
    const html = await (await owner.get(path)).text();
    expect(wordsOf(html)).toMatch(/Hank Sorensen.*laser.*Callback · \+1 415 555 0198/);
    expect(html).toContain('href="tel:+14155550198"');
  }
  expect(await page(owner)).toContain("1 open");
});

test.each(["owner", "admin", "member"] as const)(
  "a %s marks it as done: it leaves the dashboard, says on its call who did it, and opens again",
  async (role) => {
    const { owner, call, message } = await withMessage();
    const person = role === "owner" ? owner : await colleague(owner, role);
    const answer = await press(person, "done", message);
    expect(answer.status).toBe(200);
    expect(wordsOf(await answer.text())).toContain("Marked as done. Undo");
    expect(await page(owner)).not.toContain("laser");
    const name = await nameOf(person);
    expect(await page(owner, `/call-history/${call.id}`)).toContain(`Done by ${name}, `);
    expect(await rows(owner, "select done_by from messages")).toEqual([{ done_by: person.userId }]);
    expect((await press(person, "undo", message, `/call-history/${call.id}`)).status).toBe(200);
    expect(await page(owner)).toContain("laser");
    expect(await rows(owner, "select done_at, done_by, done_by_name from messages")).toEqual([
      { done_at: null, done_by: null, done_by_name: null },
    ]);
  },
);

test("what is done stays as it was done, when two press at once, and is audited once", async () => {
  const { owner, message } = await withMessage();
  const admin = await colleague(owner, "admin");
  await press(owner, "done", message);
  expect((await press(admin, "done", message)).status).toBe(200);
  expect(await rows(owner, "select done_by from messages")).toEqual([{ done_by: owner.userId }]);
  const events = await controlPlane()
    .select({ actor: control.auditEvents.actor_id })
    .from(control.auditEvents)
    .where(eq(control.auditEvents.target, message));
  expect(events).toEqual([{ actor: owner.userId }]);
});

test("B22: a viewer reads what is open without whom it is from, and marks nothing as done", async () => {
  const { owner, call, message } = await withMessage({ text: "Tell Dr. Lee that Hank called, 415 555 0198" });
  const viewer = await colleague(owner, "viewer");
  for (const path of ["/dashboard", `/call-history/${call.id}`]) {
    const html = await (await viewer.get(path)).text();
    expect(wordsOf(html)).toContain("Callback");
    expect(html).not.toMatch(/Hank|Sorensen|0198|value="done"/);
    expect((await press(viewer, "done", message, path)).status).toBe(403);
  }
  await press(owner, "done", message);
  expect(await page(viewer, `/call-history/${call.id}`)).toContain("Done by a colleague");
  expect((await press(await colleague(owner, "billing"), "undo", message)).status).toBe(403);
});

test("B22: a message of another organization is not found, and neither is one that never was", async () => {
  const { owner, message } = await withMessage();
  const stranger = await memberOf();
  expect((await press(stranger, "done", message)).status).toBe(404);
  expect((await press(owner, "done", newId())).status).toBe(404);
  const other = finishedCall();
  await ended(owner, other);
  expect((await press(owner, "done", message, `/call-history/${other.id}`)).status).toBe(404);
  expect((await press(owner, "done", "1 or 1=1")).status).toBe(400);
  expect(await page(owner)).toContain("laser");
});

test("the oldest promises stand first, four of them, and the others one press away", async () => {
  const { owner } = await withMessage({ text: "The last one" });
  const now = Date.now();
  for (let number = 1; number <= 5; number++)
    await owner.store.messages.take(
      leftMessage({ text: `Number ${number} of five`, now: now - (10 - number) * 60_000 }),
    );
  const first = await page(owner);
  expect(first.match(/Number \d of five/g)?.[0]).toBe("Number 1 of five");
  expect(first).not.toContain("The last one");
  expect(first).toContain("6 open");
  expect(first).toContain("Show all 6");
  expect(await page(owner, "/dashboard?range=7&messages=all")).toContain("The last one");
});

test("the same words of one call are one message, whose number can still be put right", async () => {
  const { owner, call } = await withMessage();
  await owner.store.messages.take(leftMessage({ call_id: call.id, phone_number: "+12125550199" }));
  expect(await rows(owner, "select phone_number from messages")).toEqual([{ phone_number: "+12125550199" }]);
});

test("what callers say becomes text and no markup", async () => {
  const { owner, call } = await withMessage({ name: "<b>Eve</b>", text: "<script>x</script>" });
  for (const path of ["/dashboard", `/call-history/${call.id}`]) {
    const html = await (await owner.get(path)).text();
    expect(html).not.toContain("<b>Eve");
    expect(html).not.toContain("<script>x");
  }
});
