/** Workflows, their runs and the steps of a run, as stores give them. Times are ms UTC. */
import type { Json } from "#app/platform/json.ts";
import type { Graph, Step } from "./graph.schema.ts";

/** What a run knows: what happened, the contact as it is now, and what earlier steps gave. */
export type RunFacts = { event: Json; contact: Json; steps: Json };

export const workflowStatuses = ["draft", "active", "archived"] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export type Workflow = {
  id: string;
  name: string;
  status: WorkflowStatus;
  version: number;
  graph: Graph;
  /** Of its incoming address, since that was renewed last. */
  hook_salt: string | null;
  created_at: number;
  updated_at: number;
};

export type WorkflowRow = Omit<Workflow, "graph" | "hook_salt"> & {
  trigger: string;
  /** In the last thirty days. */
  runs: number;
  failed: number;
  last_at: number | null;
};

export type VersionRow = { version: number; author_name: string; created_at: number };

/** `limited`: the plan's runs of the month were used up. `stopped`: the guard against loops, or its workflow, ended it. */
export const runStatuses = ["queued", "running", "waiting", "done", "failed", "stopped", "limited"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** `dry`: it only says what it would do. `test`: it does it, with an event of before. */
export const runModes = ["live", "dry", "test"] as const;
export type RunMode = (typeof runModes)[number];

export type RunRow = {
  id: string;
  workflow_id: string;
  version: number;
  attempt: number;
  status: RunStatus;
  why: string | null;
  event_kind: string;
  contact_id: string | null;
  person: string | null;
  mode: RunMode;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
};

export type StepRow = {
  step_id: string;
  attempt: number;
  kind: string;
  status: "running" | "waiting" | "done" | "failed";
  input: Json;
  output: Json;
  error: string | null;
  tries: number;
  started_at: number;
  ended_at: number | null;
};

/** Everything of one run. */
export type RunFile = RunRow & {
  name: string;
  event: Json;
  graph: Graph;
  steps: StepRow[];
  cause_id: string | null;
};

/** What the function that walks a run needs of it: the version that it keeps to, and where it begins. */
export type RunJob = { graph: Graph; from: string | null; mode: RunMode };

/** What a step works with. */
export type StepJob = {
  step: Step;
  /** What kind of thing started the run. */
  event_kind: string;
  facts: RunFacts;
  mode: RunMode;
  workflow: { id: string; name: string };
  contact_id: string | null;
  phone_number: string | null;
  number_id: string | null;
  /** When its first try began, ms UTC. */
  began: number;
  /** It is done already: what it gave. */
  done: { output: Json } | null;
};

/** What came of a step. `touched`: what it changed, by a name that an event of the change has too. */
export type StepDone =
  | { ok: true; input: Json; output: Json; touched: string | null }
  /** It cannot be done, and trying again changes nothing. */
  | { ok: false; input: Json; why: string };

/** Something that happened, as workflows hear of it. */
export type Happened = {
  event_id: string;
  kind: string;
  payload: Record<string, Json>;
  at: number;
  now: number;
};
