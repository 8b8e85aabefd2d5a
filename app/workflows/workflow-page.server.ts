/** /workflows/:workflowId: what its page shows, and the answers of its forms. */
import { memberNames } from "#app/membership/member-names.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { Needs } from "#app/webhooks/webhook-verbs.server.ts";
import { graphSchema } from "./graph.schema.ts";
import { faultyWords, type GraphFault, graphFaults } from "./graph-faults.ts";
import { graphIn, withoutStep, withStep } from "./graph-form.ts";
import { hookAddressOf, signingSecretsOf } from "./hook-address.server.ts";
import { stepKinds } from "./steps.schema.ts";
import type { RunRow, Workflow } from "./workflow.schema.ts";
import {
  archiveWorkflow,
  disableWorkflow,
  enableWorkflow,
  renewAddress,
  saveWorkflow,
  tryWorkflow,
} from "./workflow-verbs.server.ts";
import { offWords, outsideWords, runWords } from "./workflow-words.ts";

export const missingWorkflow = () => missing("workflow", { to: "/workflows", label: "Workflows" });

type Choice = { value: string; label: string };
/** What the settings of steps choose from. */
export type Choices = Readonly<
  Record<"agents" | "numbers" | "lists" | "campaigns" | "people" | "fields", readonly Choice[]>
>;

async function choicesOf({ store, organization }: Member, { db }: Pick<Needs, "db">): Promise<Choices> {
  const [people, agents, numbers, lists, { rows: campaigns }, fields] = await Promise.all([
    memberNames(db, organization.id),
    store.agents.names(),
    store.numbers.list(),
    store.contactBook.lists(),
    store.campaigns.list({ status: null, before: null }),
    store.contactBook.fields(),
  ]);
  return {
    people: people.map(({ id, name }) => ({ value: id, label: name })),
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    numbers: numbers
      .filter(({ status }) => status === "active")
      .map(({ id, phone_number }) => ({ value: id, label: internationally(phone_number) })),
    lists: lists.map(({ id, name }) => ({ value: id, label: name })),
    campaigns: campaigns.map(({ id, name }) => ({ value: id, label: name })),
    fields: fields.map(({ key, label }) => ({ value: `custom.${key}`, label })),
  };
}

export type ShownRun = {
  id: string;
  who: string;
  words: string;
  tone: (typeof runWords)[RunRow["status"]]["tone"];
  isLive: boolean;
  why: string | null;
  version: number;
  mode: RunRow["mode"];
  when: string;
  exactly: string;
};

const shownRun = (
  { id, person, status, why, version, mode, created_at }: RunRow,
  shows: boolean,
  now: number,
  reading: { timeZone: string; locale: string },
): ShownRun => ({
  id,
  who: shows ? (person === null ? "No one in particular" : named(person)) : "Someone",
  ...runWords[status],
  isLive: status === "running" || status === "waiting" || status === "queued",
  why,
  version,
  mode,
  when: ago(created_at, now, reading),
  exactly: exactTime(created_at, reading),
});

/** A name, or a number as people read it. */
export const named = (person: string): string => (person.startsWith("+") ? internationally(person) : person);

/** Whether a run changes within seconds: one that waits does so for hours or days. */
export const isUnderWay = (status: RunRow["status"]): boolean => status === "queued" || status === "running";

const doneSentences = { saved: "Saved.", enabled: "On. It runs when its trigger happens next." };

export async function workflowPage(deps: Needs, member: Member, request: Request, id: string) {
  const { env } = deps;
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const query = new URL(request.url).searchParams;
  const before = query.get("cursor");
  const failed = query.get("runs") === "failed";
  const [workflow, runs, versions, choices, [secret = null]] = await Promise.all([
    store.workflows.find(id),
    store.workflowSteps.list({ workflow_id: id, failed, before }),
    store.workflows.versions(id),
    choicesOf(member, deps),
    signingSecretsOf(env, organization.id, id),
  ]);
  if (!workflow) throw missingWorkflow();
  const now = Date.now();
  const reading = { timeZone, locale };
  const asked = Number(query.get("version") ?? workflow.version);
  const canManage = may("workflows.manage");
  const managesHooks = canManage && may("webhooks.manage");
  const showsPeople = may("calls.read_persons");
  const past = canManage ? await store.workflowTrials.pastEvents(workflow.graph) : [];
  const posts = workflow.graph.steps.some(({ kind }) => kind === "webhook");
  const older = asked === workflow.version ? null : await store.workflows.version(id, asked);
  if (!older && asked !== workflow.version)
    throw missing("version", { to: `/workflows/${id}`, label: workflow.name });
  return {
    id,
    name: workflow.name,
    status: workflow.status,
    version: workflow.version,
    graph: older ?? workflow.graph,
    shownVersion: older ? asked : null,
    faults: graphFaults(older ?? workflow.graph),
    choices,
    canManage,
    address:
      managesHooks && workflow.graph.trigger.kind === "webhook"
        ? await hookAddressOf(env, organization.id, id, workflow.hook_salt)
        : null,
    secret: managesHooks && posts ? secret : null,
    past: past.map(({ id, who, at }) => ({
      value: id,
      label: `${showsPeople && who !== "" ? `${named(who)}, ` : ""}${exactTime(at, reading)}`,
    })),
    isUnderWay: runs.rows.some(({ status }) => isUnderWay(status)),
    runs: runs.rows.map((run) => shownRun(run, showsPeople, now, reading)),
    olderRuns: runs.older,
    isFirst: before === null,
    versions: versions.map(({ version, author_name, created_at }) => ({
      version,
      author_name,
      when: ago(created_at, now, reading),
      exactly: exactTime(created_at, reading),
    })),
    done: doneWords(request.url, doneSentences),
  };
}

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
