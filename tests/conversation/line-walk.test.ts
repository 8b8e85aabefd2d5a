/** Random calls over loop, guard and a streaming brain; SEQUENCES=… runs more of them, SEED=… others. */
import { expect, test } from "vitest";
import { walkLines } from "../support/line-walk.ts";

const count = Number(process.env.SEQUENCES ?? "500");

test("every random call ends once, keeps what was heard, and says only what is so", async () => {
  const failed = await walkLines(Number(process.env.SEED ?? "1"), count);
  expect(failed).toEqual([]);
});
