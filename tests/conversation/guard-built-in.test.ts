/** The guard's readers against the words of the built-in brain, which are true: they find every booking, and nothing that is none. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { booked, bookedAs, bookedGoodbye } from "#workers/conversation/english/booking.ts";
import { readClaims } from "#workers/conversation/reading/read-claims.ts";
import { anyWorld, callerMoves, callOf } from "../support/random-callers.ts";

const when = "Thursday, December third, at three";

test.each([
  ...booked(when, "Marta", ""),
  ...booked(when, "", "Tom"),
  ...bookedGoodbye(when, "Marta", ""),
  ...bookedAs(when).slice(0, 2),
])("%s is called booked", (text) => {
  expect(readClaims(text).some((claim) => claim === "booked" || claim === "stands")).toBe(true);
});

const proves = { booked: "book", moved: "move_appointment", canceled: "cancel_appointment" } as const;

test("whatever a caller says, nothing is called booked, moved or canceled that is not", () => {
  fc.assert(
    fc.property(anyWorld, callerMoves, fc.nat(1000), (world, moves, seed) => {
      const line = callOf(world, moves, seed);
      for (const { role, text, at_ms } of line.turns) {
        if (role !== "agent") continue;
        const claims = readClaims(text);
        for (const [claim, type] of Object.entries(proves))
          if (claims.some((one) => one === claim)) {
            const isDone = line.actions.some(
              ({ action, outcome, at_ms: done }) => action.type === type && outcome.ok && done <= at_ms,
            );
            expect(isDone, `${claim}: ${text}`).toBe(true);
          }
      }
    }),
    { numRuns: 150 },
  );
});
