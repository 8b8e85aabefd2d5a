/** The download at /security: all data about the person, no secrets, and no other person's data. */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import { exportedTables } from "#app/security/person-records.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { withAuthenticator } from "../factors/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";
import { deedsOf, sessionOf, unproven, userWith, withGoogle, withPassword } from "./arrange.ts";

const record = z.looseObject({ kind: z.string() });
const whole = z.object({ exported_at: z.iso.datetime(), records: z.array(record) });

const goesTo = (answer: Response) => answer.headers.get("location");
const download = (person: Client) => person.post("/security/export");
const recordsOf = async (answer: Response) => whole.parse(await answer.json()).records;

test("a file with the account, where one is a member, sessions, ways in and deeds, its times as RFC 3339", async () => {
  const person = await memberOf();
  await withPassword(person.userId);
  await withGoogle(person.userId, person.email);
  await withAuthenticator(person.userId);
  const answer = await download(person);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="account.json"');
  const records = await recordsOf(answer);
  const of = (kind: string) => records.filter((one) => one.kind === kind);
  const when = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(of("account")).toMatchObject([{ id: person.userId, email: person.email, created_at: when }]);
  expect(of("membership")).toMatchObject([
    {
      organization_id: person.organizationId,
      organization: "Bright Smile",
      role: "owner",
      last_seen_at: when,
    },
  ]);
  expect(of("session")).toMatchObject([{ id: sessionOf(person), session_kind: "full", last_seen_at: when }]);
  expect(of("google_identity")).toMatchObject([{ email: person.email }]);
  expect(of("authenticator")).toMatchObject([{ type: "totp", verified_at: when }]);
  expect(of("event")).toMatchObject([{ action: "account.exported", created_at: when }]);
});

test("R13: it tells of no address whether it has an account", async () => {
  const kinds = await Promise.all(
    [(await memberOf()).email, `${newId()}@free.test`].map(async (email) => {
      const person = await memberOf();
      await withPassword(person.userId);
      await person.post("/security", { intent: "email", email });
      const records = await recordsOf(await download(person));
      return records.filter(({ kind }) => kind === "link").map(({ purpose }) => purpose);
    }),
  );
  expect(kinds[0]).toEqual(["change_email_old"]);
  expect(kinds[1]).toEqual(kinds[0]);
});

test("R6: it is not cached, and R46: that it was downloaded stands in the history", async () => {
  const person = await memberOf();
  expect((await download(person)).headers.get("cache-control")).toBe("no-store");
  expect(await deedsOf(person.userId)).toEqual(["account.exported"]);
  expect(await pageText(await (await person.get("/security")).text())).toContain("Your data was downloaded");
});

test("R1, R44: no secret is in it, nor what is made of one", async () => {
  const person = await memberOf();
  await withPassword(person.userId);
  await withAuthenticator(person.userId);
  const text = await (await download(person)).text();
  const [session, factor] = await controlPlane().batch([
    controlPlane().select().from(control.sessions),
    controlPlane().select().from(control.userFactors),
  ]);
  const secrets = [
    (await userWith(person.userId))?.password_hash,
    ...session.map(({ secret_hash }) => secret_hash),
    ...factor.map(({ secret }) => secret),
  ].filter((one) => typeof one === "string");
  expect(secrets.length).toBeGreaterThan(2);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test("what others did and have is not in it; what strangers tried on the account is", async () => {
  const person = await memberOf();
  await withPassword(person.userId);
  const colleague = await memberOf({ role: "admin", organizationId: person.organizationId });
  await colleague.post("/users", { intent: "invite", email: `${newId()}@people.test`, role: "member" });
  await anonymous().post("/auth", { intent: "sign-in", email: person.email, password: "Wrong-guess-99" });
  const text = await (await download(person)).text();
  expect(text).not.toContain(colleague.userId);
  expect(text).not.toContain(colleague.email);
  expect(text).not.toContain("invitation.sent");
  expect(text).toContain("session.refused");
});

test("a long history comes as lines, each of them JSON, and none is missing", async () => {
  const person = await memberOf();
  await controlPlane().run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1300)
    insert into audit_events (id, actor_id, action, created_at)
    select '${person.userId}-' || i, '${person.userId}', 'session.started', ${Date.now() - 10_000} + i / 3 from n`);
  const answer = await download(person);
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(answer.headers.get("content-disposition")).toContain('filename="account.ndjson"');
  const lines = new TextDecoder()
    .decode(await answer.arrayBuffer())
    .trimEnd()
    .split("\n");
  const records = lines.map((line) => record.parse(JSON.parse(line)));
  const events = records.filter(({ kind }) => kind === "event");
  expect(new Set(events.map(({ id }) => id)).size).toBe(1301);
  expect(records.filter(({ kind }) => kind === "account")).toHaveLength(1);
});

test("R48: every table that knows a person is in it", () => {
  const tables = Object.values(control).filter((one) => is(one, SQLiteTable));
  const theirs = ["user_id", "actor_id", "accepted_by", "email"];
  const personal = tables
    .filter((table) => theirs.some((name) => name in getTableColumns(table)))
    .map(getTableName);
  // Whose profile it is says its own id.
  expect(exportedTables.map(getTableName).sort()).toEqual([...personal, "profiles"].sort());
});

test("R3: asks for a fresh proof first", async () => {
  const person = await memberOf();
  await unproven(person);
  expect(goesTo(await download(person))).toBe("/security");
  expect(await deedsOf(person.userId)).toEqual([]);
});

test("R38: ten downloads an hour, and a word about it", async () => {
  const person = await memberOf();
  for (let count = 0; count < 10; count++) expect((await download(person)).status).toBe(200);
  const answer = await download(person);
  expect(answer.status).toBe(302);
  const page = await pageText(await (await person.get(goesTo(answer) ?? "")).text());
  expect(page).toContain("You've reached the download limit for now.");
});
