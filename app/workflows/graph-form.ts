/** A workflow as its form posts it, on the server and in the browser alike: read, and changed by the form's buttons. */
import type { Condition, Graph, Step, Test } from "./graph.schema.ts";
import { mostTests, operators } from "./graph-terms.schema.ts";
import { initialSettings, type StepKind, stepKinds, steps } from "./steps.schema.ts";
import { triggerKinds } from "./triggers.schema.ts";

const noCondition: Condition = { match: "all", tests: [] };

type Form = Pick<FormData, "get">;

const textAt = (form: Form, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** A choice of a list; the first one for anything else. */
const oneOf = <T extends string>(all: readonly [T, ...T[]], value: string): T =>
  all.find((one) => one === value) ?? all[0];

/** A path as people type it: what the event has is meant, unless it says otherwise. */
const pathOf = (typed: string): string =>
  /^(?:event|contact|steps)\./.test(typed) ? typed : `event.${typed}`;

function conditionAt(form: Form, at: string): Condition {
  const tests: Test[] = [];
  for (let i = 0; i < mostTests; i += 1) {
    const typed = textAt(form, `${at}.t${i}.path`).trim().slice(0, 70);
    const field = typed === "" ? textAt(form, `${at}.t${i}.field`) : pathOf(typed);
    if (field === "") continue;
    const is = oneOf(operators, textAt(form, `${at}.t${i}.is`));
    tests.push({ field, is, value: textAt(form, `${at}.t${i}.value`).trim() });
  }
  return { match: textAt(form, `${at}.match`) === "any" ? "any" : "all", tests };
}

const settingsAt = (form: Form, at: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, textAt(form, `${at}.set.${name}`)]));

const idAt = (form: Form, name: string): string | null => textAt(form, name) || null;

function stepAt(form: Form, id: string): Step {
  const at = `s.${id}`;
  const kind = oneOf(stepKinds, textAt(form, `${at}.kind`));
  const [x, y] = [textAt(form, `${at}.x`), textAt(form, `${at}.y`)];
  const isPlaced = /^-?\d{1,5}$/.test(x) && /^-?\d{1,5}$/.test(y);
  return {
    id,
    kind,
    settings: settingsAt(
      form,
      at,
      steps[kind].settings.map(({ name }) => name),
    ),
    when: kind === "branch" ? conditionAt(form, at) : noCondition,
    next: idAt(form, `${at}.next`),
    otherwise: idAt(form, `${at}.otherwise`),
    goes_on: form.get(`${at}.goes_on`) !== null,
    at: isPlaced ? { x: Number(x), y: Number(y) } : null,
  };
}

/** Names of the settings that triggers have. */
export const triggerSettings = ["days", "time"] as const;

/** Reads the graph that a form describes. What it names and does not know becomes the first choice. */
export const graphIn = (form: Form): Graph => ({
  trigger: {
    kind: oneOf(triggerKinds, textAt(form, "trigger.kind")),
    settings: settingsAt(form, "trigger", triggerSettings),
    when: conditionAt(form, "trigger"),
  },
  start: idAt(form, "start"),
  steps: textAt(form, "steps")
    .split(",")
    .filter((id) => /^[a-z0-9]{1,12}$/.test(id))
    .map((id) => stepAt(form, id)),
});

/** The first name that no step has: s1, s2, … */
function freeId(all: readonly Step[]): string {
  for (let n = all.length + 1; ; n += 1) if (!all.some(({ id }) => id === `s${n}`)) return `s${n}`;
}

/** A step between another one and what followed it; `after` null: at the beginning. */
export function withStep(graph: Graph, kind: StepKind, after: string | null): Graph {
  const id = freeId(graph.steps);
  const before = graph.steps.find((step) => step.id === after) ?? null;
  const next = kind === "stop" ? null : before ? before.next : graph.start;
  const added: Step = {
    id,
    kind,
    settings: initialSettings(kind),
    when: noCondition,
    next,
    otherwise: null,
    goes_on: false,
    at: null,
  };
  if (!before) return { ...graph, start: id, steps: [added, ...graph.steps] };
  const at = graph.steps.indexOf(before) + 1;
  const all = graph.steps.map((step) => (step.id === after ? { ...step, next: id } : step));
  return { ...graph, steps: [...all.slice(0, at), added, ...all.slice(at)] };
}

/** Without a step: what led to it leads to what followed it. */
export function withoutStep(graph: Graph, id: string): Graph {
  const gone = graph.steps.find((step) => step.id === id);
  if (!gone) return graph;
  const past = (to: string | null) => (to === id ? (gone.next === id ? null : gone.next) : to);
  return {
    ...graph,
    start: past(graph.start),
    steps: graph.steps
      .filter((step) => step.id !== id)
      .map((step) => ({ ...step, next: past(step.next), otherwise: past(step.otherwise) })),
  };
}

/** A step by its place in the form and what it does: "2. Send a text message". */
export const stepTitle = ({ steps: all }: Graph, id: string): string => {
  const at = all.findIndex((step) => step.id === id);
  const step = all[at];
  return step ? `${at + 1}. ${steps[step.kind].label}` : "A step that is gone";
};
