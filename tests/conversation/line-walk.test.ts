/** Random calls over loop, guard and a brain that streams, and over the model brain; SEQUENCES=… runs more of them, SEED=… others. */
import { expect, test } from "vitest";
import { type Walker, walkLines } from "../support/line-walk.ts";

const count = Number(process.env.SEQUENCES ?? "500");
const walkers: Walker[] = ["stream", "model"];

test.each(walkers)(
  "every random call over a %s ends once, keeps what was heard, and says only what is so",
  async (walker) => {
    const failed = await walkLines(Number(process.env.SEED ?? "1"), count, walker);
    expect(failed).toEqual([]);
  },
);
