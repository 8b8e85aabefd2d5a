/** A deleted organization: who may delete it, what is left of it for 30 days, and how an owner has it back. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { call, clinic, history, newCallSid, newNumber, ring, rows } from "../support/telephone.ts";

const day = 86_400_000;

const rowOf = ({ organizationId }: Pick<Person, "organizationId">) =>
  controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.id, organizationId))
    .get();

const deletion = (owner: Person, name = "Bright Smile") =>
  owner.post("/settings", { intent: "delete", name });

const audited = ({ organizationId }: Person, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(
      and(eq(control.auditEvents.organization_id, organizationId), eq(control.auditEvents.action, action)),
    );

const restored = (person: Person, organization = person.organizationId) =>
  person.post("/organizations/restore", { organization });

test("an owner deletes an organization by its name, and it can be restored for 30 days", async () => {
  const owner = await memberOf();
  const answer = await deletion(owner);
  expect(answer.status).toBe(302);
  const { archived_at, purge_at } = (await rowOf(owner)) ?? {};
  expect(archived_at).toBeTypeOf("number");
  expect((purge_at ?? 0) - (archived_at ?? 0)).toBe(30 * day);
  expect(await audited(owner, "organization.deleted")).toHaveLength(1);
});

test.each(["", "bright smile", "Bright Smile Dental"])(
  "the name %j is not the one to delete by",
  async (typed) => {
    const owner = await memberOf();
    const answer = await deletion(owner, typed);
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toMatch(/Type its name|That's not “Bright Smile”/);
    expect((await rowOf(owner))?.archived_at).toBeNull();
  },
);

test("R3: a proof that is 15 minutes old deletes nothing, and the page asks for another", async () => {
  const owner = await memberOf();
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  expect((await deletion(owner)).headers.get("location")).toBe("/settings");
  expect((await rowOf(owner))?.archived_at).toBeNull();
  const page = await pageText(await (await owner.get("/settings")).text());
  expect(page).toContain("or delete Bright Smile.");
});

test("R25: an admin may change settings and can neither see nor do the deletion", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  expect(await (await admin.get("/settings")).text()).not.toContain("Delete organization");
  expect((await deletion(admin)).status).toBe(403);
  expect((await rowOf(owner))?.archived_at).toBeNull();
});

test.each(["/dashboard", "/agents", "/call-history", "/settings", "/organizations"])(
  "%s of a deleted organization says until when it can be restored, and by whom",
  async (path) => {
    const owner = await memberOf();
    const member = await memberOf({ role: "member", organizationId: owner.organizationId });
    await deletion(owner);
    const until = new Intl.DateTimeFormat("en-US", {
      month: "short",
      day: "numeric",
      timeZone: "America/New_York",
    });
    const date = until.format((await rowOf(owner))?.purge_at ?? 0);
    const shown = await owner.get(path);
    expect(shown.status).toBe(410);
    const html = await shown.text();
    expect(await pageText(html)).toContain("Bright Smile was deleted");
    expect(await pageText(html)).toContain(`It can be restored until ${date}`);
    expect(html).toContain('action="/organizations/restore"');
    const others = await (await member.get(path)).text();
    expect(await pageText(others)).toContain(`One of its owners can restore it until ${date}.`);
    expect(others).not.toContain('action="/organizations/restore"');
  },
);

test("a data request of a deleted organization is answered 410", async () => {
  const owner = await memberOf();
  await deletion(owner);
  for (const path of ["/agents.data", "/search?q=smile"])
    expect((await owner.get(path)).status, path).toBe(410);
});

test.each([
  ["/agents/new", { kind: "blank" }],
  ["/settings", { intent: "profile", name: "Other" }],
  ["/users", { intent: "invite", emails: "new@people.test", role: "member" }],
  ["/organizations", { name: "Another" }],
  ["/numbers", { do: "release", number: "00000000-0000-4000-8000-000000000000" }],
])("a form of %s writes nothing to a deleted organization", async (path, form) => {
  const owner = await memberOf();
  await deletion(owner);
  const answer = await owner.post(path, form);
  expect(answer.status).toBe(410);
  expect(await rowOf(owner)).toMatchObject({ name: "Bright Smile" });
  expect(await rows(owner, "select id from agents")).toEqual([]);
});

test("somebody of two organizations is shown the other one, and can go to it from the deleted one", async () => {
  const person = await memberOf();
  const other = await memberOf({ organization: { name: "Northside Dental" } });
  await controlPlane().insert(control.organizationMembers).values({
    organization_id: other.organizationId,
    user_id: person.userId,
    role: "member",
    created_at: Date.now(),
  });
  await person.get("/dashboard");
  await deletion(person);
  const html = await (await person.get("/dashboard")).text();
  expect(html).toContain("Go to <!-- -->Northside Dental");
  expect((await person.post("/organizations/switch", { to: other.organizationId })).status).toBe(302);
  const list = await pageText(await (await person.get("/organizations")).text());
  expect(list).toMatch(/Deleted.*Bright Smile.*Can be restored until/s);
  expect(await (await person.get("/organizations")).text()).not.toContain("Switch to Bright Smile");
  const refused = await person.post("/organizations/switch", { to: person.organizationId });
  expect(refused.status).toBe(404);
});

test("whoever looks at a deleted organization may found another one, where and as they worked before", async () => {
  const owner = await memberOf({ organization: { time_zone: "Europe/Vienna", locale: "en-IE" } });
  await deletion(owner);
  expect(await (await owner.get("/agents")).text()).toContain('href="/organizations/new"');
  expect((await owner.get("/organizations/new")).status).toBe(200);
  const answer = await owner.post("/organizations/new", { name: "Second" });
  expect(answer.headers.get("location")).toBe("/dashboard");
  const founded = await controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.created_by, owner.userId));
  expect(founded.find(({ name }) => name === "Second")).toMatchObject({
    time_zone: "Europe/Vienna",
    locale: "en-IE",
  });
  expect((await owner.get("/agents")).status).toBe(200);
  expect((await rowOf(owner))?.archived_at).not.toBeNull();
});

test("an owner has it back as it was, and looks at it again", async () => {
  const owner = await clinic();
  await deletion(owner);
  const answer = await restored(owner);
  expect(answer.headers.get("location")).toBe("/dashboard?done=restored");
  expect(await rowOf(owner)).toMatchObject({ archived_at: null, purge_at: null });
  expect((await owner.get("/agents")).status).toBe(200);
  expect(await rows(owner, "select id from agents")).toHaveLength(1);
  expect(await audited(owner, "organization.restored")).toHaveLength(1);
  const placed = await call(owner);
  expect(placed.greeting).toContain("Bright Smile");
});

test("restoring what is restored already says so on a page that leads on", async () => {
  const owner = await memberOf();
  await deletion(owner);
  await restored(owner);
  const again = await restored(owner);
  expect(again.status).toBe(404);
  expect(again.headers.get("content-type")).toContain("text/html");
  expect(await pageText(await again.text())).toContain("Go Home");
});

test("nobody but an owner restores it, and nobody when the 30 days are over", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const stranger = await memberOf();
  await deletion(owner);
  expect((await restored(admin)).status).toBe(404);
  expect((await restored(stranger, owner.organizationId)).status).toBe(404);
  await controlPlane()
    .update(control.organizations)
    .set({ purge_at: Date.now() })
    .where(eq(control.organizations.id, owner.organizationId));
  expect((await restored(owner)).status).toBe(404);
  expect((await rowOf(owner))?.archived_at).not.toBeNull();
});

test("a caller of a deleted organization hears a polite word, and the call is in its history without a cost", async () => {
  const owner = await clinic();
  await deletion(owner);
  const call_sid = newCallSid();
  const from = newNumber();
  const heard = await ring({ call_sid, from, to: owner.number });
  expect(heard.headers.get("content-type")).toContain("text/xml");
  expect(await heard.text()).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response><Say language="en-US">Thank you for calling Bright Smile. We can&apos;t take calls at this number anymore. Goodbye.</Say><Hangup/></Response>',
  );
  await ring({ call_sid, from, to: owner.number });
  expect(await history(owner)).toEqual([
    expect.objectContaining({
      outcome: "missed",
      end_detail: "organization_deleted",
      summary: "The organization was deleted",
      other_number: from,
      cost_micros: 0,
      talk_seconds: 0,
    }),
  ]);
  await restored(owner);
  expect((await owner.get("/call-history")).status).toBe(200);
});

test("a call that is under way while its organization is deleted books nothing", async () => {
  const owner = await clinic();
  const { book } = owner.spec.actions;
  if (!book) throw new Error("the clinic books");
  const booking = (action_id: string) => {
    const now = Date.now();
    const hour = 3_600_000;
    return owner.store.bookings.book(
      {
        call_id: "call",
        agent_id: owner.agentId,
        kind: "Visit",
        starts_at: (Math.floor(now / hour) + 48) * hour,
        duration_minutes: 30,
        name: "Marta",
        phone_number: null,
        email: null,
        notes: "",
      },
      { action_id, hours: owner.spec.hours, book, time_zone: "America/New_York", now },
    );
  };
  await deletion(owner);
  expect(await booking("1")).toEqual({ ok: false, reason: "not_bookable", busy: [] });
  expect(await rows(owner, "select * from bookings")).toEqual([]);
  await restored(owner);
  expect(await booking("2")).toMatchObject({ ok: true });
});

test("R34: of a deletion and a restoration sent many times at once each happens once", async () => {
  const owner = await memberOf();
  await Promise.all(Array.from({ length: 4 }, () => deletion(owner)));
  expect(await audited(owner, "organization.deleted")).toHaveLength(1);
  await Promise.all(Array.from({ length: 4 }, () => restored(owner)));
  expect(await audited(owner, "organization.restored")).toHaveLength(1);
  expect((await rowOf(owner))?.archived_at).toBeNull();
});

test("the form of the danger zone sends what it shows", async () => {
  const owner = await memberOf();
  const { values, buttons } = await pageForm(await (await owner.get("/settings")).text(), "settings-delete");
  expect(buttons).toEqual([expect.objectContaining({ name: "intent", value: "delete" })]);
  values.set("name", "Bright Smile");
  values.set("intent", "delete");
  await owner.post("/settings", values);
  expect((await rowOf(owner))?.archived_at).not.toBeNull();
});
