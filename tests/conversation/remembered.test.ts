/** The brain with a memory that a stranger wrote: the editor's page carries it, so a client may send anything. */
import fc, { type Arbitrary } from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { step } from "#workers/conversation/brains/built-in-brain.ts";
import { callState } from "#workers/conversation/dialogue/state.ts";
import { worlds } from "../support/conversation-worlds.ts";

const now = Date.UTC(2026, 11, 1, 15);

const hour = 3_600_000;
const numbers = [
  0,
  1,
  2,
  30,
  1_000_000,
  Date.UTC(2000, 0, 1),
  now,
  now + hour,
  now + 49 * hour,
  Date.UTC(2100, 0, 1),
  9e15,
  -9e15,
  4_102_444_800_000,
  -1,
  0.5,
];
const samples = [
  "",
  "name",
  "day",
  "time",
  "kind",
  "phone",
  "book-1",
  "__proto__",
  "🦷",
  "1000-01-01",
  "2024-02-29",
];
const clocks = ["2026-12-03", "2999-12-31", "00:00", "14:00", "23:59", "24:00"];

/** Of some samples those that a shape lets through. */
const fitting = (shape: z.core.$ZodType, some: readonly unknown[]) =>
  fc.constantFrom(...some.filter((one) => z.safeParse(shape, one).success));
const texts = (shape: z.core.$ZodType): Arbitrary<string> =>
  fitting(shape, [...samples, ...clocks]).map(String);

/** Whatever a shape lets through. */
function anyOf(shape: z.core.$ZodType): Arbitrary<unknown> {
  if (shape instanceof z.ZodObject) {
    const keys = Object.entries<z.core.$ZodType>(shape.shape);
    const isOptional = (part: z.core.$ZodType) => part instanceof z.ZodExactOptional;
    return fc.record(Object.fromEntries(keys.map(([key, part]) => [key, anyOf(part)])), {
      requiredKeys: keys.filter(([, part]) => !isOptional(part)).map(([key]) => key),
    });
  }
  if (shape instanceof z.ZodExactOptional || shape instanceof z.ZodDefault) return anyOf(shape.def.innerType);
  if (shape instanceof z.ZodNullable) return fc.option(anyOf(shape.def.innerType));
  if (shape instanceof z.ZodArray) return fc.array(anyOf(shape.element), { maxLength: 4 });
  if (shape instanceof z.ZodRecord)
    return fc.dictionary(texts(shape.keyType), anyOf(shape.valueType), { maxKeys: 4 });
  if (shape instanceof z.ZodUnion) return fc.oneof(...shape.options.map(anyOf));
  if (shape instanceof z.ZodEnum) return fc.constantFrom(...shape.options);
  if (shape instanceof z.ZodLiteral) return fc.constantFrom(...shape.values);
  if (shape instanceof z.ZodNumber) return fitting(shape, numbers);
  if (shape instanceof z.ZodBoolean) return fc.boolean();
  if (shape instanceof z.ZodNull) return fc.constant(null);
  return texts(shape);
}

const utterances = [
  "yes",
  "no",
  "the second one",
  "the day after",
  "a week later, same time",
  "in the afternoon",
  "next Tuesday at three",
  "what day is that",
  "Daniel Whitmore",
  "415 555 0134",
  "can you put me through",
  "is that booked",
];

const memories = anyOf(callState).map((memory) => callState.parse(memory));

it("answers out of every memory that its shape lets through", () => {
  fc.assert(
    fc.property(
      memories,
      fc.constantFrom(...Object.values(worlds)),
      fc.constantFrom(...utterances),
      (memory, world, text) => {
        expect(() => step(memory, { type: "said", text }, world(), now)).not.toThrow();
      },
    ),
    { numRuns: 2000 },
  );
});
