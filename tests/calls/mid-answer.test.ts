/** A call whose line, or whose object, is lost while the agent answers, frame by frame over the real socket. */
import { abortAllDurableObjects } from "cloudflare:test";
import { expect, test } from "vitest";
import { dropMidAnswer } from "../carriers/dropping-mid-answer.ts";

test("a line that drops in the middle of an answer loses no turn, and nothing is done or said twice", async () => {
  expect(await dropMidAnswer(3)).toEqual({ drops: 9, lost: [], twice: [] });
}, 30_000);

test("an object that is lost in the middle of an answer loses no turn, and nothing is done or said twice", async () => {
  expect(await dropMidAnswer(3, () => abortAllDurableObjects())).toEqual({ drops: 9, lost: [], twice: [] });
}, 30_000);
