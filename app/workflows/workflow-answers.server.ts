/** /workflows/:workflowId: the answers of its forms. */
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { counted } from "#app/platform/format.ts";
import type { Needs } from "#app/webhooks/webhook-verbs.server.ts";
import { graphSchema } from "./graph.schema.ts";
import { faultyWords, type GraphFault } from "./graph-faults.ts";
import { graphIn, withoutStep, withStep } from "./graph-form.ts";
import { stepKinds } from "./steps.schema.ts";
import type { Workflow } from "./workflow.schema.ts";
import { missingWorkflow } from "./workflow-page.server.ts";
import {
  archiveWorkflow,
  disableWorkflow,
  enableWorkflow,
  renewAddress,
  retryFailedRuns,
  saveWorkflow,
  tryWorkflow,
} from "./workflow-verbs.server.ts";
import { offWords, outsideWords } from "./workflow-words.ts";

type Answer = {
  status: number;
  /** The page that follows; null: the same one. */
  to: string | null;
  isGood: boolean;
  message: string | null;
  /** What was typed, where it was not saved; null: what is stored. */
  typed: { name: string; graph: Workflow["graph"] } | null;
  faults: GraphFault[] | null;
  errors: { name?: string[] };
};

const said = (message: string | null, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  to: null,
  isGood: true,
  message,
  typed: null,
  faults: null,
  errors: {},
  ...more,
});
const refused = (message: string, more: Partial<Answer> = {}): Answer =>
  said(message, { status: 409, isGood: false, ...more });

const gone = "This workflow doesn't exist any more.";

/** @throws 404 when there is no such workflow; 400 for a form that is none of the page's */
export async function answerWorkflow(
  needs: Needs,
  member: Member,
  id: string,
  form: FormData,
): Promise<Answer> {
  const known = await member.store.workflows.find(id);
  if (!known) throw missingWorkflow();
  const [deed = "", about = ""] = String(form.get("do") ?? "").split(":");
  switch (deed) {
    case "enable": {
      const answer = await enableWorkflow(member, { id }, needs);
      if (answer.ok) return said("On. It runs when its trigger happens next.");
      if (answer.reason === "outside") return refused(outsideWords, { status: 403 });
      return answer.reason === "faulty"
        ? refused(faultyWords(answer.faults), { faults: answer.faults })
        : refused(gone, { status: 404 });
    }
    case "disable":
      return (await disableWorkflow(member, { id })).ok ? said(offWords) : refused(gone, { status: 404 });
    case "archive":
      return (await archiveWorkflow(member, { id })).ok
        ? said(null, { status: 303, to: "/workflows?done=archived" })
        : refused(gone, { status: 404 });
    case "renew_address":
      return (await renewAddress(member, { id })).ok
        ? said("This workflow has a new address. The old one has ended.")
        : refused(gone, { status: 404 });
    case "retry_failed":
      return begunAgain(member, id);
    case "dry":
    case "test":
      return tried(member, id, form, deed);
    case "save":
    case "add":
    case "remove":
    case "show":
      return edited(needs, member, id, form, { deed, about });
    default:
      throw faultResponse("bad_request");
  }
}

async function begunAgain(member: Member, id: string): Promise<Answer> {
  const answer = await retryFailedRuns(member, { id });
  if (!answer.ok) return refused(gone, { status: 404 });
  const { locale } = member.organization;
  const left = answer.left === 0 ? "" : ` ${counted(answer.left, "more has", "more have", locale)} failed.`;
  return said(
    answer.runs === 0
      ? `There is no failed run that could begin again.${left}`
      : `${counted(answer.runs, "run begins", "runs begin", locale)} again.${left}`,
  );
}

async function tried(member: Member, id: string, form: FormData, mode: "dry" | "test"): Promise<Answer> {
  const input = tryWorkflow.input.safeParse({ id, event_id: form.get("event"), mode });
  if (!input.success) return refused("Choose what happened first.", { status: 422 });
  const answer = await tryWorkflow(member, input.data);
  if (answer.ok) return said(null, { status: 303, to: `/workflows/runs/${answer.run_id}` });
  if (answer.reason === "faulty") return refused(faultyWords(answer.faults), { faults: answer.faults });
  if (answer.reason === "outside") return refused(outsideWords, { status: 403 });
  return refused("That event is not there any more. Choose another one.", { status: 404 });
}

async function edited(
  needs: Needs,
  member: Member,
  id: string,
  form: FormData,
  { deed, about }: { deed: string; about: string },
): Promise<Answer> {
  const name = String(form.get("name") ?? "");
  const read = graphSchema.safeParse(graphIn(form));
  if (!read.success) throw faultResponse("bad_request");
  const graph = read.data;
  const kind = stepKinds.find((one) => one === form.get("add_kind"));
  const after = String(form.get("add_after") ?? "") || null;
  if (deed === "show") return said(null, { typed: { name, graph } });
  if (deed === "add" && kind)
    return said("Step added. Save the workflow when it's complete.", {
      typed: { name, graph: withStep(graph, kind, after) },
    });
  if (deed === "remove")
    return said("Step removed. Save the workflow to keep that.", {
      typed: { name, graph: withoutStep(graph, about) },
    });
  const version = Number(form.get("version"));
  const input = saveWorkflow.input.safeParse({ id, version, name, graph });
  const typed = { name, graph };
  if (!input.success) {
    const words = input.error.issues.map(({ message }) => message);
    return said(null, { status: 422, isGood: false, typed, errors: { name: words } });
  }
  const saved = await saveWorkflow(member, input.data, needs);
  if (saved.ok) return said(null, { status: 303, to: `/workflows/${id}?done=saved` });
  switch (saved.reason) {
    case "faulty":
      return refused("It is on, so it can only be saved when every step is complete.", {
        typed,
        faults: saved.faults,
      });
    case "outside":
      return refused(outsideWords, { status: 403, typed });
    case "changed":
      return refused("Someone saved another version meanwhile. Open it in another tab, and compare.", {
        typed,
      });
    default:
      return refused(gone, { status: 404, typed });
  }
}
