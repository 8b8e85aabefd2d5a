/** Workflows for tests: written by the page's verbs, begun by facts as the outbox tells them, and run without their waits. */
import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import type { Graph } from "#app/workflows/graph.schema.ts";
import { templates } from "#app/workflows/templates.ts";
import type { RunFile, RunStatus } from "#app/workflows/workflow.schema.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import type { Person } from "../support/people.ts";

/** Queues deliver when they have time for it. */
const patience = { timeout: 60_000, interval: 100 };

/** From here on runs neither sleep nor wait before a further try. Disposed at the end of the test. */
export async function withoutWaits() {
  const all = await introspectWorkflow(env.AUTOMATION);
  await all.modifyAll(async (run) => {
    await run.disableSleeps();
    await run.disableRetryDelays();
  });
  return all;
}

export const templateOf = (key: string): Graph => {
  const found = templates.find((one) => one.key === key);
  if (!found) throw new Error(`no template ${key}`);
  return structuredClone(found.graph);
};

/** The form of a workflow's page that says what this graph says. */
export function formOf(graph: Graph, name: string, version: number): Record<string, string> {
  const form: Record<string, string> = {
    do: "save",
    name,
    version: String(version),
    start: graph.start ?? "",
    steps: graph.steps.map(({ id }) => id).join(","),
    "trigger.kind": graph.trigger.kind,
  };
  const condition = (at: string, { match, tests }: Graph["trigger"]["when"]) => {
    form[`${at}.match`] = match;
    for (const [i, test] of tests.entries())
      for (const [key, value] of Object.entries(test)) form[`${at}.t${i}.${key}`] = value;
  };
  condition("trigger", graph.trigger.when);
  for (const [key, value] of Object.entries(graph.trigger.settings)) form[`trigger.set.${key}`] = value;
  for (const { id, kind, settings, when, next, otherwise, goes_on } of graph.steps) {
    const at = `s.${id}`;
    form[`${at}.kind`] = kind;
    form[`${at}.next`] = next ?? "";
    form[`${at}.otherwise`] = otherwise ?? "";
    if (goes_on) form[`${at}.goes_on`] = "on";
    for (const [key, value] of Object.entries(settings)) form[`${at}.set.${key}`] = value;
    condition(at, when);
  }
  return form;
}

/** A workflow that is on, made through its pages. @returns its id */
export async function workflowOn(owner: Person, graph: Graph, name = "Follow up"): Promise<string> {
  const made = await owner.post("/workflows/new", { template: "blank" });
  const path = made.headers.get("location") ?? "";
  expect(path).toMatch(/^\/workflows\/[0-9a-f-]{36}$/);
  const saved = await owner.post(path, formOf(graph, name, 1));
  expect(saved.headers.get("location")).toBe(`${path}?done=saved`);
  expect((await owner.post(path, { do: "enable" })).status).toBe(200);
  return path.slice("/workflows/".length);
}

/** A call ends, and the outbox tells of it; `again` tells of the same call once more. */
export async function callEnds(owner: Person, more: object = {}, call_id = newId()): Promise<string> {
  const fact = callFinished(owner.organizationId, { booked: false, ...more }, call_id);
  const result = await delivered([{ ...fact, created_at: Date.now() }]);
  expect(result.outcome).toBe("ok");
  return call_id;
}

export const missedCall = (from: string, own_number: string | null = null) => ({
  other_number: from,
  own_number,
  answered: false,
  outcome: "missed",
  seconds: 0,
  contact_name: null,
});

/** The newest runs of a workflow, once all of them are over. */
export async function runsOver(owner: Person, workflow_id: string, least = 1) {
  return vi.waitFor(async () => {
    const { rows } = await owner.store.workflowSteps.list({ workflow_id, failed: false, before: null });
    const open: RunStatus[] = ["queued", "running", "waiting"];
    expect([rows.length >= least, rows.filter(({ status }) => open.includes(status))]).toEqual([true, []]);
    return rows;
  }, patience);
}

/** The only run of a workflow, with its log, once it is over. */
export async function runOver(owner: Person, workflow_id: string): Promise<RunFile> {
  const [row] = await runsOver(owner, workflow_id);
  const run = row ? await owner.store.workflowSteps.find(row.id) : null;
  if (!run) throw new Error("no run");
  return run;
}

/** A workflow with one trigger and steps in a row. */
export function graphOf(
  trigger: Graph["trigger"]["kind"],
  kinds: readonly (readonly [Graph["steps"][number]["kind"], Record<string, string>])[],
): Graph {
  const always = { match: "all" as const, tests: [] };
  const steps = kinds.map(([kind, settings], i) => ({
    id: `s${i + 1}`,
    kind,
    settings,
    when: always,
    next: i + 1 < kinds.length ? `s${i + 2}` : null,
    otherwise: null,
    goes_on: false,
    at: null,
  }));
  return { trigger: { kind: trigger, settings: {}, when: always }, start: steps[0]?.id ?? null, steps };
}
