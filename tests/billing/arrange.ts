/** Calls for tests of usage. */
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { second_ms } from "#app/platform/durations.ts";
import { finishedCall } from "../calls/arrange.ts";

/** An answered phone call of so many seconds that ended then. */
export const callOf = (seconds: number, ended_at: number, wanted: Partial<FinishedCall> = {}): FinishedCall =>
  finishedCall({
    started_at: ended_at - seconds * second_ms - second_ms,
    answered_at: ended_at - seconds * second_ms,
    ended_at,
    talk_seconds: seconds,
    ...wanted,
  });
