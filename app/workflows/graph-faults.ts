/** What keeps a workflow from being turned on: steps that are missing, that lead back, or that lack a setting. */
import { day_ms } from "#app/platform/durations.ts";
import type { Graph, Step } from "./graph.schema.ts";
import { longestWait_ms, steps, waitOf } from "./steps.schema.ts";

/** A fault and the step that has it; `step` null: the workflow as a whole. */
export type GraphFault = { step: string | null; words: string };

const follows = ({ kind, next, otherwise }: Step): string[] =>
  [kind === "stop" ? null : next, kind === "branch" ? otherwise : null].filter((id) => id !== null);

/** A step from which a way leads back to itself; null: there is none. */
function inCircle({ steps: all }: Graph): string | null {
  const byId = new Map(all.map((step) => [step.id, step]));
  const done = new Set<string>();
  const open = new Set<string>();
  const leadsBack = (id: string): string | null => {
    if (open.has(id)) return id;
    const step = byId.get(id);
    if (!step || done.has(id)) return null;
    open.add(id);
    for (const next of follows(step)) {
      const found = leadsBack(next);
      if (found !== null) return found;
    }
    open.delete(id);
    done.add(id);
    return null;
  };
  for (const { id } of all) {
    const found = leadsBack(id);
    if (found !== null) return found;
  }
  return null;
}

function settingFaults({ id, kind, settings, when }: Step): GraphFault[] {
  const faults = steps[kind].settings.flatMap(({ name, label, needed, most, type }) => {
    const value = (settings[name] ?? "").trim();
    const fault = (words: string) => [{ step: id, words: `${label}: ${words}` }];
    if (needed && value === "") return fault("it is empty");
    if (value.length > most) return fault(`at most ${most} characters`);
    if (type === "number" && value !== "" && !/^[1-9]\d*$/.test(value)) return fault("enter a whole number");
    return [];
  });
  if (kind === "wait" && waitOf(settings) > longestWait_ms)
    faults.push({ step: id, words: `How long: at most ${longestWait_ms / day_ms} days` });
  if (kind === "branch" && when.tests.length === 0) faults.push({ step: id, words: "Add a condition" });
  return faults;
}

/** What to do before a workflow can run, as a sentence. */
export const faultyWords = (faults: readonly GraphFault[]): string => {
  const whole = faults.find(({ step }) => step === null);
  return whole ? `${whole.words}.` : "Complete the steps that are marked first.";
};

/** Everything that is wrong with a workflow in itself. */
export function graphFaults(graph: Graph): GraphFault[] {
  const { start, steps: all } = graph;
  const ids = new Set(all.map(({ id }) => id));
  const faults: GraphFault[] = [];
  if (all.length === 0 || start === null || !ids.has(start))
    faults.push({ step: null, words: "Add a step first" });
  if (ids.size < all.length) faults.push({ step: null, words: "Two steps have the same name" });
  for (const step of all) {
    faults.push(...settingFaults(step));
    if (follows(step).some((id) => !ids.has(id)))
      faults.push({ step: step.id, words: "It leads to a step that is not there" });
  }
  const circle = inCircle(graph);
  if (circle !== null) faults.push({ step: circle, words: "The steps lead back to this one" });
  return faults;
}
