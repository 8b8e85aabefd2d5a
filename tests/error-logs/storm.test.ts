/** Errors in masses, errors of recording, and things that are thrown and are no errors. */
import { env } from "cloudflare:workers";
import { and, count, eq, like } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { runCron } from "#workers/cron.ts";
import { at } from "../support/clock.ts";
import { delivered } from "../support/outbox.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { group, groupsOf, rowsOf, tells } from "./arrange.ts";

/** A noon of its own for each test: the limits count by minutes and days. */
const noon = Date.UTC(2026, 10, 21, 12);

test("ten thousand of the same error in a minute are one group of ten thousand, and few rows", async () => {
  const { organizationId: organization_id } = await memberOf();
  const failing = Array.from({ length: 100 }, () => ({
    id: newId(),
    kind: "object_error",
    organization_id,
    payload: { message: "the brain failed", where: "call/brain", stack: null, call_id: null },
    created_at: noon,
  }));
  await at(noon, async () => {
    for (let batches = 0; batches < 100; batches++) await delivered(failing);
  });
  const { id } = await group(organization_id, ({ times }) => times === 10_000);
  expect(await groupsOf(organization_id)).toHaveLength(1);
  expect((await rowsOf(id)).length).toBe(20);
});

test("messages that differ only in ids and numbers are one error", async () => {
  const owner = await memberOf();
  for (const word of ["17", "204", newId(), newId()])
    await tells(owner, { message: `Error: no row for ${word}` });
  expect(await group(owner.organizationId, ({ times }) => times === 4)).toBeTruthy();
  expect(await groupsOf(owner.organizationId)).toHaveLength(1);
});

test("made-up messages fill no list: of one person twenty in a minute and two hundred in a day begin a group", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const word = (n: number) =>
    `Error: ${String.fromCharCode(97 + (n % 26))}${"xyzw"[n % 4]}`.repeat(1 + (n % 15));
  for (let minute = 0; minute < 14; minute++)
    await at(noon + minute * 60_000, async () => {
      for (let n = 0; n < 24; n++)
        await tells(owner, { message: word(n + 24 * minute), path: `/m${"abcdefghijklmn"[minute]}` });
      const begun = Math.min(200, 20 * (minute + 1));
      await vi.waitFor(async () => expect((await groupsOf(organizationId)).length).toBe(begun));
    });
  expect((await groupsOf(organizationId)).length).toBe(200);
}, 120_000);

test("an error while errors cannot be written is not lost: it is counted when they can be again", async () => {
  const route = `cron/unwritten-${newId().slice(-6)}`;
  const failing = { [route.slice(5)]: () => Promise.reject(new Error("the first fault")) };
  await env.DB.prepare("alter table error_groups rename to groups_away").run();
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
  await runCron(env, Date.now(), failing);
  spy.mockRestore();
  await env.DB.prepare("alter table groups_away rename to error_groups").run();
  expect(lines.join()).toContain("the first fault");
  expect(lines.join()).toContain("error_log_failed");
  await runCron(env, Date.now(), failing);
  expect(await group(null, (one) => one.route === route && one.times === 2)).toBeTruthy();
});

const circular = new Error("outer");
circular.cause = circular;
const strange: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["null", null],
  ["an empty text", ""],
  ["a text", "only words"],
  ["an object without a prototype", Object.create(null)],
  ["an error that is its own cause", circular],
  ["an error whose message is an object", Object.assign(new Error("x"), { message: {} })],
  [
    "an error whose message throws",
    Object.defineProperty(new Error("x"), "message", {
      get: () => {
        throw new Error("no message for you");
      },
    }),
  ],
  ["a proxy that throws", new Proxy({}, { get: () => Promise.reject })],
];

test.each(strange)("whatever is thrown is recorded: %s", async (_, thrown) => {
  const name = `strange-${newId().slice(-6)}`;
  await runCron(env, Date.now(), { [name]: () => Promise.reject(thrown) });
  const found = (await groupsOf(null)).filter(({ route }) => route === `cron/${name}`);
  expect(found).toMatchObject([{ times: 1 }]);
  expect(found[0]?.error_message).not.toBe("");
});

test("no counter holds the id of a person or an organization", async () => {
  const owner = await memberOf();
  await tells(owner);
  await group(owner.organizationId);
  for (const id of [owner.userId, owner.organizationId]) {
    const [found] = await controlPlane()
      .select({ n: count() })
      .from(control.rateCounters)
      .where(and(like(control.rateCounters.key, `%${id.slice(0, 36)}%`)));
    expect(found?.n).toBe(0);
  }
  expect(await controlPlane().$count(control.rateCounters, eq(control.rateCounters.count, 0))).toBe(0);
});
