/** What the list of workflows shows, and the answers of its buttons. */
import type { Deps } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, count, counted, exactTime } from "#app/platform/format.ts";
import { faultyWords } from "./graph-faults.ts";
import type { WorkflowRow, WorkflowStatus } from "./workflow.schema.ts";
import { runLimitsOf } from "./workflow-limits.ts";
import { disableWorkflow, enableWorkflow } from "./workflow-verbs.server.ts";
import { offWords, outsideWords, triggerLabel } from "./workflow-words.ts";

export type ShownWorkflow = {
  id: string;
  name: string;
  status: WorkflowStatus;
  trigger: string;
  runs: string;
  failed: number;
  last: string | null;
  exactly: string;
};

const doneSentences = { archived: "Archived. Its runs stay." };

export async function workflowsPage(member: Member, request: Request) {
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const now = Date.now();
  const archived = new URL(request.url).searchParams.get("show") === "archived";
  const [rows, used] = await Promise.all([
    store.workflows.list({ archived, now }),
    store.workflowRuns.usedRuns(now),
  ]);
  const reading = { timeZone, locale };
  const on = rows.filter(({ status }) => status === "active").length;
  const { month } = runLimitsOf(organization.tier);
  const which = on === 0 ? "No workflows are" : counted(on, "workflow is", "workflows are", locale);
  return {
    workflows: rows.map((row) => shown(row, now, reading)),
    archived,
    isEmpty: rows.length === 0 && !archived,
    canManage: may("workflows.manage"),
    sentence: `${which} on. ${count(used, locale)} of ${count(month, locale)} runs this month.`,
    done: doneWords(request.url, doneSentences),
  };
}

const shown = (
  { id, name, status, trigger, runs, failed, last_at }: WorkflowRow,
  now: number,
  reading: { timeZone: string; locale: string },
): ShownWorkflow => ({
  id,
  name,
  status,
  trigger: triggerLabel(trigger),
  runs: count(runs, reading.locale),
  failed,
  last: last_at === null ? null : ago(last_at, now, reading),
  exactly: last_at === null ? "" : exactTime(last_at, reading),
});

type Turned = { status: number; isGood: boolean; message: string };

/** Turns a workflow on or off. */
export async function turnWorkflow(
  deps: Pick<Deps, "db" | "env">,
  member: Member,
  form: FormData,
): Promise<Turned> {
  const wanted = form.get("do");
  const input = enableWorkflow.input.safeParse({ id: form.get("id") });
  if (!input.success || (wanted !== "enable" && wanted !== "disable")) throw faultResponse("bad_request");
  const answer =
    wanted === "enable"
      ? await enableWorkflow(member, input.data, deps)
      : await disableWorkflow(member, input.data);
  if (answer.ok)
    return {
      status: 200,
      isGood: true,
      message: wanted === "enable" ? "On. It runs when its trigger happens next." : offWords,
    };
  if (answer.reason === "outside") return { status: 403, isGood: false, message: outsideWords };
  if (answer.reason === "faulty")
    return { status: 409, isGood: false, message: `Open the workflow first. ${faultyWords(answer.faults)}` };
  return { status: 404, isGood: false, message: "This workflow doesn't exist any more." };
}
