/** /workflows/runs/:runId: the log of a run, and beginning it anew. */
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import type { Json } from "#app/platform/json.ts";
import { stepTitle } from "./graph-form.ts";
import { type TriggerKind, triggers } from "./triggers.schema.ts";
import type { RunMode, StepRow } from "./workflow.schema.ts";
import { isUnderWay, named } from "./workflow-page.server.ts";
import { retryRun } from "./workflow-verbs.server.ts";
import { runWords, stepLabel, stepStatusWords, triggerLabel, wouldBeDone } from "./workflow-words.ts";

const missingRun = () => missing("run", { to: "/workflows", label: "Workflows" });

type Reading = { timeZone: string; locale: string };

/** What happened, by the names of the editor; ids and what it does not name come last, as programs know them. */
function eventLines(event: Json, kind: TriggerKind, reading: Reading): [name: string, words: string][] {
  if (event === null || typeof event !== "object" || Array.isArray(event)) return [];
  const fields = triggers[kind].fields.filter(({ path }) => !path.endsWith("_id"));
  const names = new Set(fields.map(({ path }) => path.slice("event.".length)));
  const rest = Object.entries(event).filter(([name]) => !names.has(name));
  return [
    ...fields.flatMap(({ path, label, type }) => {
      const value = event[path.slice("event.".length)] ?? null;
      if (type === "time" && typeof value === "number")
        return [[label, exactTime(value, reading)] as [string, string]];
      if (type === "yes_no") return lines({ [label]: value === true ? "Yes" : "No" });
      return lines({ [label]: value });
    }),
    ...lines(
      Object.fromEntries(
        rest.map(([name, value]) => [
          name,
          name.endsWith("_at") && typeof value === "number" ? exactTime(value, reading) : value,
        ]),
      ),
    ),
  ];
}

const modeWords: Readonly<Record<RunMode, string | null>> = {
  live: null,
  dry: "Dry run: nothing was done",
  test: "Test, done for real",
};

/** Values of an input or an output, one for each line. */
function lines(value: Json): [name: string, words: string][] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, one]): [string, string][] =>
    one === null || one === "" ? [] : [[name, typeof one === "string" ? one : JSON.stringify(one)]],
  );
}

const tookWords = ({ started_at, ended_at }: Pick<StepRow, "started_at" | "ended_at">): string =>
  ended_at === null
    ? ""
    : ended_at - started_at < 1000
      ? `${ended_at - started_at} ms`
      : `${Math.round((ended_at - started_at) / 1000)} s`;

/** What the event says, for those who may see people. */
const hidden: [string, string][] = [["", "Hidden, because it shows who it was about."]];

export async function runPage(member: Member, id: string) {
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const run = await store.workflowSteps.find(id);
  if (!run) throw missingRun();
  const reading = { timeZone, locale };
  const now = Date.now();
  const shows = may("calls.read_persons");
  const { status, mode, graph } = run;
  return {
    id,
    name: run.name,
    workflowId: run.workflow_id,
    version: run.version,
    ...runWords[status],
    isLive: ["queued", "running", "waiting"].includes(status),
    isUnderWay: isUnderWay(status),
    why: run.why,
    who: shows ? (run.person === null ? "No one in particular" : named(run.person)) : "Someone",
    contactTo: shows && run.contact_id !== null ? `/contacts/${run.contact_id}` : null,
    causeTo: run.cause_id === null ? null : `/workflows/runs/${run.cause_id}`,
    mode: modeWords[mode],
    attempt: run.attempt,
    when: ago(run.created_at, now, reading),
    exactly: exactTime(run.created_at, reading),
    event: {
      title: triggerLabel(graph.trigger.kind),
      lines: shows ? eventLines(run.event, graph.trigger.kind, reading) : hidden,
    },
    canRetry: may("workflows.manage") && run.ended_at !== null && status !== "done",
    steps: run.steps.map((step) => ({
      key: `${step.step_id}-${step.attempt}`,
      step_id: step.step_id,
      title: graph.steps.some((one) => one.id === step.step_id)
        ? stepTitle(graph, step.step_id)
        : stepLabel(step.kind),
      attempt: step.attempt,
      ...(mode === "dry" && step.status === "done" ? wouldBeDone : stepStatusWords[step.status]),
      input: shows ? lines(step.input) : [],
      output: shows ? lines(step.output) : [],
      error: step.error,
      tries: step.tries,
      took: tookWords(step),
      at: exactTime(step.started_at, reading),
    })),
  };
}

type Said = { status: number; isGood: boolean; message: string };

export async function answerRun(member: Member, run_id: string, form: FormData): Promise<Said> {
  if (!(await member.store.workflowSteps.find(run_id))) throw missingRun();
  const [deed, step_id = ""] = String(form.get("do") ?? "").split(":");
  if (deed !== "retry") throw faultResponse("bad_request");
  const input = retryRun.input.safeParse({ run_id, step_id: step_id || null });
  if (!input.success) throw missingRun();
  const answer = await retryRun(member, input.data);
  return answer.ok
    ? { status: 200, isGood: true, message: "It begins again." }
    : { status: 409, isGood: false, message: "This run can't be begun again. It's shown as it is now." };
}
