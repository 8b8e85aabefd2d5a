import { expect, test } from "vitest";
import {
  callAllowance,
  hasWhiteLabel,
  isTrialOver,
  limitsOf,
  planAllowing,
  reachOf,
} from "#app/membership/plan-limits.ts";

test("the starter plan has 25 lines, 5 numbers and 10 agents, and so has a plan that nobody knows", () => {
  const starter = {
    lines: 25,
    numbers: 5,
    agents: 10,
    reach: "abroad",
    clients: 0,
    members: 10,
    webhooks: 3,
    calls_a_day: 1000,
    calls_a_minute: 10,
    whiteLabel: false,
  };
  for (const tier of ["starter", "no-such-plan", "constructor", "__proto__", ""])
    expect(limitsOf(tier), tier).toEqual(starter);
});

test("a trial is over when less than a minute of thirty is left, and only for who never subscribed", () => {
  expect(isTrialOver("pending", 1740)).toBe(false);
  expect(isTrialOver("pending", 1741)).toBe(true);
  expect(isTrialOver("active", 100_000)).toBe(false);
});

test.each([
  ["pending", 0, 0, 900, 900],
  ["pending", 1000, 0, 900, 800],
  ["pending", 0, 900, 900, 900],
  ["pending", 0, 901, 900, 899],
  ["pending", 840, 900, 900, 60],
  ["pending", 841, 900, 900, null],
  ["pending", 0, 1800, 60, null],
  ["trialing", 100_000, 100_000, 900, 900],
])(
  "of a %s organization that talked %d s and talks up to %d s, a call of %d s may last %s",
  (status, talked, reserved, wanted, may) => {
    expect(callAllowance(status, talked, reserved, wanted)).toBe(may);
  },
);

test("who never subscribed has callers put through at home, whatever the plan", () => {
  expect(reachOf("starter", "pending")).toBe("home");
  expect(reachOf("starter", "past_due")).toBe("home");
  expect(reachOf("starter", "active")).toBe("abroad");
  expect(reachOf("starter", "canceled")).toBe("abroad");
});

test("the plan that is named allows what is missing, and is the smallest that does", () => {
  expect(planAllowing("agents", 11)).toBe("growth");
  expect(planAllowing("members", 26)).toBe("scale");
  expect(planAllowing("clients", 1)).toBe("scale");
  expect(planAllowing("numbers", 501)).toBeNull();
});

test("custom domains come with growth, with an agency, and with trying everything", () => {
  expect(hasWhiteLabel(limitsOf("starter"), "active")).toBe(false);
  expect(hasWhiteLabel(limitsOf("starter"), "pending")).toBe(true);
  expect(hasWhiteLabel(limitsOf("growth"), "active")).toBe(true);
  expect(hasWhiteLabel(limitsOf("starter", {}), "active")).toBe(true);
});
