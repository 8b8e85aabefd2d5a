/** /workflows/:workflowId: what its page shows. */
import { memberNames } from "#app/membership/member-names.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { missing } from "#app/platform/errors.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { Needs } from "#app/webhooks/webhook-verbs.server.ts";
import { graphFaults } from "./graph-faults.ts";
import { hookAddressOf, signingSecretsOf } from "./hook-address.server.ts";
import type { RunRow } from "./workflow.schema.ts";
import { runWords } from "./workflow-words.ts";

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
    showsFailed: failed,
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
