/** What each status of a subscription opens (R31). */
import { expect, test } from "vitest";
import { accessOf, accessUnder, grace_ms } from "#app/membership/entitlement.ts";

const now = 1_800_000_000_000;
const access = (subscription_status: string, past_due_since: number | null = null) =>
  accessOf({ subscription_status, past_due_since }, now);

test.each(["pending", "trialing", "active"])("%s opens everything", (status) => {
  expect(access(status)).toBe("full");
});

test.each(["incomplete", "incomplete_expired", "canceled", "unpaid", "paused", "a_new_one", ""])(
  "R31: %s can only be read",
  (status) => {
    expect(access(status)).toBe("read_only");
  },
);

test("B37: an overdue payment has seven days to the millisecond", () => {
  expect(access("past_due", now)).toBe("grace");
  expect(access("past_due", now - grace_ms + 1)).toBe("grace");
  expect(access("past_due", now - grace_ms)).toBe("read_only");
  expect(access("past_due")).toBe("grace");
});

test("a client has no more than its agency", () => {
  const active = { subscription_status: "active", past_due_since: null };
  const canceled = { subscription_status: "canceled", past_due_since: null };
  expect(accessUnder(active, canceled, now)).toBe("read_only");
  expect(accessUnder(canceled, active, now)).toBe("read_only");
  expect(accessUnder(active, active, now)).toBe("full");
  const late = { subscription_status: "past_due", past_due_since: now };
  expect(accessUnder(active, late, now)).toBe("full");
});
