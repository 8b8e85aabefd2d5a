/** The lines of one carrier account, shared by the organizations that use it. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { LeaseRequest } from "#workers/capacity.ts";
import { linesInUse } from "../support/lines.ts";

const account = () => env.CAPACITY.getByName(`twilio:${crypto.randomUUID()}`);
const now = Date.parse("2026-11-20T15:00:00Z");
const wish = (more: Partial<LeaseRequest> = {}): LeaseRequest => ({
  call_id: crypto.randomUUID(),
  organization_id: "organization-1",
  direction: "inbound",
  account_lines: 10,
  organization_lines: null,
  now,
  expires_at: now + 60_000,
  ...more,
});

test("of a burst exactly as many get a line as there are, and a line given back is the next one's", async () => {
  const lines = account();
  const wishes = Array.from({ length: 15 }, () => wish());
  const answers = await Promise.all(wishes.map((one) => lines.lease(one)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "no_line", retry_at: now + 60_000 });
  const held = wishes[answers.findIndex(({ ok }) => ok)];
  await lines.release(held?.call_id ?? "");
  await lines.release(held?.call_id ?? "");
  expect(await lines.lease(wish())).toEqual({ ok: true });
  expect(await lines.lease(wish())).toMatchObject({ ok: false });
});

test("the same call holds one line, however often it asks", async () => {
  const lines = account();
  const same = wish();
  for (let times = 0; times < 3; times++) await lines.lease(same);
  expect(await linesInUse(lines, "organization-1", now)).toEqual({ all: 1, own: 1 });
});

test("calls that we place leave a line for people who call in", async () => {
  const lines = account();
  const placed = await Promise.all(
    Array.from({ length: 10 }, () =>
      lines.lease(wish({ direction: "outbound", organization_id: "organization-2" })),
    ),
  );
  expect(placed.filter(({ ok }) => ok)).toHaveLength(9);
  expect(await lines.lease(wish())).toEqual({ ok: true });
  expect(await linesInUse(lines, "organization-1", now)).toEqual({ all: 10, own: 1 });
});

test("one organization has no more lines of an account than its own share", async () => {
  const lines = account();
  const share = { organization_lines: 3 };
  const own = await Promise.all(Array.from({ length: 5 }, () => lines.lease(wish(share))));
  expect(own.filter(({ ok }) => ok)).toHaveLength(3);
  expect(await lines.lease(wish({ ...share, organization_id: "organization-2" }))).toEqual({ ok: true });
});

test("a line that is never given back comes back by itself", async () => {
  const lines = account();
  await Promise.all(Array.from({ length: 10 }, () => lines.lease(wish())));
  expect(await lines.lease(wish({ now: now + 59_999 }))).toMatchObject({ ok: false });
  expect(await lines.lease(wish({ now: now + 60_000, expires_at: now + 120_000 }))).toEqual({ ok: true });
});

test("calls that are placed take turns, as many in a second as the account may, and none waits for long", async () => {
  const shared = account();
  const now = Date.now();
  expect(await shared.turn(2, now)).toBe(0);
  expect(await shared.turn(2, now)).toBe(500);
  expect(await shared.turn(2, now)).toBe(1000);
  expect(await shared.turn(2, now + 60_000)).toBe(0);
  const waits = await Promise.all(Array.from({ length: 12 }, () => shared.turn(1, now + 120_000)));
  expect(waits.filter((wait) => wait !== null).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 11 }, (_, place) => place * 1000),
  );
  expect(waits.filter((wait) => wait === null)).toHaveLength(1);
});
