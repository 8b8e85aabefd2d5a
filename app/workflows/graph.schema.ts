/** A workflow as it is stored: what starts it, under which conditions, and its steps, each with the step that follows. */
import { z } from "zod";
import { mostSteps, mostTests, operators } from "./graph-terms.schema.ts";
import { stepKinds } from "./steps.schema.ts";
import { triggerKinds } from "./triggers.schema.ts";

const longestValue = 2000;

const stepId = z.string().regex(/^[a-z0-9]{1,12}$/);
const settings = z.record(z.string().max(40), z.string().max(longestValue));

/** A question on one field, such as `event.outcome`. */
const test = z.object({ field: z.string().max(80), is: z.enum(operators), value: z.string().max(200) });
export type Test = z.infer<typeof test>;

const condition = z.object({ match: z.enum(["all", "any"]), tests: z.array(test).max(mostTests) });
export type Condition = z.infer<typeof condition>;

const step = z.object({
  id: stepId,
  kind: z.enum(stepKinds),
  settings,
  /** Of a branch: which way it goes. */
  when: condition,
  /** The step that follows; null: the workflow ends. Of a branch: where it goes when the condition holds. */
  next: stepId.nullable(),
  /** Of a branch: where it goes otherwise. */
  otherwise: stepId.nullable(),
  /** Whether the run goes on when this step cannot be done. */
  goes_on: z.boolean(),
  /** Where it stands on the canvas; null: laid out by itself. */
  at: z.object({ x: z.int(), y: z.int() }).nullable(),
});
export type Step = z.infer<typeof step>;

export const graphSchema = z.object({
  trigger: z.object({ kind: z.enum(triggerKinds), settings, when: condition }),
  /** The first step; null: there is none yet. */
  start: stepId.nullable(),
  steps: z.array(step).max(mostSteps),
});
export type Graph = z.infer<typeof graphSchema>;
