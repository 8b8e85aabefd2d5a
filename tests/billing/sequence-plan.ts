/** What may happen to a subscription, in random order, with events that come late, twice, turned round or not at all. */
import fc from "fast-check";
import { day_s } from "#app/platform/durations.ts";

const tiers = ["starter", "growth", "scale"] as const;
const tier = fc.constantFrom(...tiers);
const cadence = fc.constantFrom("monthly" as const, "monthly" as const, "yearly" as const);

/** Each is done through the product where people do it there, and at Stripe where it happens there. */
const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("subscribe" as const),
      tier,
      cadence,
      card: fc.constantFrom("good", "good", "secure", "secure_failed", "declined", "failsLater"),
      /** The person comes back to /checkout/return, before any event does. */
      returns: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("call" as const),
      seconds: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 600, max: 70_000 })),
      ms: fc.integer({ min: 0, max: 999 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("change" as const), tier, cadence }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resume" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("keep" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("card" as const), card: fc.constantFrom("good", "failsLater") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pay" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reprice" as const), tier }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("unfinished" as const),
      tier,
      kind: fc.constantFrom("payment", "trial"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const) }) },
);

/** How Stripe's events of a step reach the product. `late`: with those of a later step. */
const news = fc.constantFrom(
  "prompt" as const,
  "prompt" as const,
  "prompt" as const,
  "late" as const,
  "repeated" as const,
  "reversed" as const,
  "at_once" as const,
  "lost" as const,
);

const step = fc.record({
  /** Seconds that pass before. No period is skipped: cron reads each. */
  wait: fc.constantFrom(60, 60, 3600, day_s, 3 * day_s, 8 * day_s, 15 * day_s, 26 * day_s),
  deed,
  news,
});
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
export type Deed = Step["deed"];

const sequence = fc.record({
  /** Day of the year on which it begins: months have different lengths. */
  day: fc.integer({ min: 0, max: 364 }),
  first: fc.constantFrom("starter" as const, "growth" as const),
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
});
export type Sequence = typeof sequence extends fc.Arbitrary<infer One> ? One : never;

/** So many sequences; each begins with a subscription. */
export const sequences = (count: number, seed: number): Sequence[] =>
  fc.sample(sequence, { numRuns: count, seed }).map(({ first, steps, day }) => ({
    day,
    first,
    steps: [
      {
        wait: 60,
        deed: { do: "subscribe", tier: first, cadence: "monthly", card: "good", returns: false },
        news: steps[0]?.news ?? "prompt",
      },
      ...steps,
    ],
  }));
