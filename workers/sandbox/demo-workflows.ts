/** Workflows of the demo's clinic: one that is off as its template has it, and one that hands over forms of the clinic's website, which it has done twice. */
import { minute_ms } from "#app/platform/durations.ts";
import type { Store } from "#app/platform/organization-door.ts";
import type { Graph, Step } from "#app/workflows/graph.schema.ts";
import { templates } from "#app/workflows/templates.ts";
import { demoCallers } from "./demo-callers.ts";
import { clinic, type DemoPerson } from "./demo-clinic.ts";
import { receiver } from "./web-pages.ts";

const always: Step["when"] = { match: "all", tests: [] };

const forms: Graph = {
  trigger: { kind: "webhook", settings: { zone: clinic.time_zone }, when: always },
  start: "s1",
  steps: [
    {
      id: "s1",
      kind: "branch",
      settings: {},
      when: { match: "all", tests: [{ field: "event.phone_number", is: "not_empty", value: "" }] },
      next: "s2",
      otherwise: null,
      goes_on: false,
      at: null,
    },
    {
      id: "s2",
      kind: "webhook",
      settings: { url: `https://${receiver.host}/website-forms` },
      when: always,
      next: null,
      otherwise: null,
      goes_on: false,
      at: null,
    },
  ],
};

/** Who filled the form in, and how long before the demo began. */
const filled = [
  { who: demoCallers[3], before_ms: 25 * minute_ms },
  { who: demoCallers[11], before_ms: 6 * minute_ms },
];

export async function seedWorkflows(store: Store, by: DemoPerson, now: number): Promise<void> {
  const author = { id: by.id, name: by.name, now };
  const missed = templates.find(({ key }) => key === "missed_text");
  if (missed) await store.workflows.save({ id: null, version: null, ...missed }, author);
  const name = "Hand over forms of the website";
  const saved = await store.workflows.save({ id: null, version: null, name, graph: forms }, author);
  if (!saved.ok) throw new Error("the demo's workflow was not saved");
  await store.workflows.setStatus(saved.id, "active", now);
  for (const [place, { who, before_ms }] of filled.entries()) {
    const at = now - before_ms;
    const payload = {
      name: who?.name ?? "",
      phone_number: who?.phone_number ?? null,
      email: who?.email ?? "",
    };
    await store.workflowRuns.hearOne(
      saved.id,
      { event_id: `hook:demo-${place}`, kind: "webhook", payload, at, now: at },
      "webhook",
    );
  }
}
