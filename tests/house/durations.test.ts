import { describe, expect, it } from "vitest";
import { ownDurations } from "../../scripts/durations.mjs";

describe("lengths of time", () => {
  it.each([
    "const lasts_ms = 5 * 60_000;",
    "const kept = 90 * 86_400_000;",
    "const graceMs = 5;",
    "const MINUTE_MS = 60;",
    "const lifetime = 5;",
    "const tokenLifetime = 5;",
  ])("refuses a spelling of its own: %s", (line) => {
    expect(ownDurations("app/calls/a.ts", `${line}\n`)).toHaveLength(1);
  });

  it.each(["const lasts_ms = 5 * minute_ms;", "const lifetime_s = 3;", "const price = 70_000;"])(
    "lets pass: %s",
    (line) => {
      expect(ownDurations("app/calls/a.ts", line)).toEqual([]);
    },
  );

  it("lets the one home write them", () => {
    expect(ownDurations("app/platform/durations.ts", "export const day_s = 86_400;")).toEqual([]);
  });
});
