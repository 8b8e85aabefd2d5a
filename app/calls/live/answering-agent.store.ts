/** Which agent answers an arriving call: the called one's version, with the organization's settings of today. */
import { and, eq, isNull } from "drizzle-orm";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { ofNumber, versionFor } from "#app/agents/versions/versions.store.ts";
import { alsoClosed } from "#app/hours/opening-hours.ts";
import { organizationHours, routeAt } from "#app/hours/organization-hours.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callingHours, closedDays } from "#app/object/settings.store.ts";
import { dialRefusal } from "#app/platform/phone-number-cost.ts";
import { routingOf } from "#app/telephony/number-routing.store.ts";
import { isOwnNumber } from "#app/telephony/own-numbers.store.ts";
import { settings as telephonySettings } from "#app/telephony/telephony.store.ts";
import { agents, type liveCalls, numbers } from "#drizzle/organization/schema.ts";
import type { Arrival, PreparedCall } from "./live-calls.schema.ts";

export type Answering = {
  number_id: string | null;
  agent: PreparedCall["agent"] | null;
  /** The number takes no calls while the organization is closed, as it is now. */
  isClosed?: boolean;
};

/** The version of the agent that a browser calls. Nothing can be dialled from there, so it puts no one through. */
function calledByName(
  db: OrganizationDatabase,
  arrival: Arrival,
  agent_id: string,
  call_id: string,
): Answering {
  const agent = answeringOne(db, arrival, agent_id, call_id);
  return { number_id: null, agent: agent && { ...agent, spec: withoutTransfer(agent.spec) } };
}

/** The version of the agent that speaks in a call that is placed; null when its number is not the organization's. */
function speaking(
  db: OrganizationDatabase,
  arrival: Arrival,
  { call_id, agent_id }: { call_id: string; agent_id: string },
): Answering | null {
  const number = db
    .select({ id: numbers.id })
    .from(numbers)
    .where(and(eq(numbers.phone_number, arrival.our_number ?? ""), eq(numbers.status, "active")))
    .get();
  if (!number) return null;
  const agent = db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, agent_id), isNull(agents.archived_at)))
    .get();
  const speaks = agent ? versionFor(db, agent.id, call_id) : null;
  if (!speaks) return { number_id: number.id, agent: null };
  const spec = asOfToday(db, speaks.spec, arrival);
  return { number_id: number.id, agent: { id: agent_id, version: speaks.version, spec } };
}

/** The version that answers a call, of the called agent or the called number's; null when the number is not the organization's. */
export function answering(db: OrganizationDatabase, arrival: Arrival, call_id: string): Answering | null {
  const { agent_id, our_number } = arrival;
  if (arrival.placed !== undefined) return speaking(db, arrival, arrival.placed);
  if (agent_id !== undefined) return calledByName(db, arrival, agent_id, call_id);
  if (our_number === null) return null;
  const row = db
    .select({ number_id: numbers.id, agent_id: numbers.agent_id, routing: numbers.routing })
    .from(numbers)
    .where(and(eq(numbers.phone_number, our_number), eq(numbers.status, "active")))
    .get();
  if (!row) return null;
  const { number_id } = row;
  const { when_closed, after_hours_agent_id } = routingOf(row);
  const hours = organizationHours(
    callingHours(db),
    closedDays(db).map(({ date }) => date),
  );
  const route = routeAt(hours, when_closed, arrival.now, arrival.organization.time_zone);
  if (route === "other") {
    const other = answeringOne(db, arrival, after_hours_agent_id, call_id);
    return other ? { number_id, agent: other } : { number_id, agent: null, isClosed: true };
  }
  const agent = answeringOne(db, arrival, row.agent_id, call_id);
  if (route === "agent" || !agent) return { number_id, agent, isClosed: route !== "agent" };
  return { number_id, agent: { ...agent, spec: { ...agent.spec, hours } }, isClosed: true };
}

/** The version of an agent that answers a call; null: there is no such agent, or it is archived or unpublished. */
function answeringOne(
  db: OrganizationDatabase,
  arrival: Arrival,
  agent_id: string | null,
  call_id: string,
): PreparedCall["agent"] | null {
  if (agent_id === null) return null;
  const row = db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, agent_id), isNull(agents.archived_at)))
    .get();
  const answers = row ? versionFor(db, row.id, call_id) : null;
  return answers && { id: agent_id, version: answers.version, spec: asOfToday(db, answers.spec, arrival) };
}

/** The version with which a running call began, whatever became of it and of its agent since; null: it had none. */
export function answeringSince(
  db: OrganizationDatabase,
  arrival: Arrival,
  live: Pick<typeof liveCalls.$inferSelect, "call_id" | "agent_id" | "agent_version" | "number_id">,
): Answering | null {
  const { agent_id, agent_version, number_id } = live;
  const begun = agent_id && agent_version !== null ? ofNumber(db, agent_id, agent_version) : null;
  if (!agent_id || !begun) return answering(db, arrival, live.call_id);
  return {
    number_id,
    agent: { id: agent_id, version: begun.version, spec: asOfToday(db, begun.spec, arrival) },
  };
}

/** The agent for a call, with the organization's current settings for all its agents. */
function asOfToday(db: OrganizationDatabase, spec: AgentSpec, arrival: Arrival): AgentSpec {
  const dates = closedDays(db).map(({ date }) => date);
  return {
    ...listening(db, diallable(db, spec, arrival)),
    hours: alsoClosed(spec.hours, dates, arrival.now),
  };
}

/** The agent with what it does when a machine answers, where it leaves that to the organization. Without words it leaves no message. */
function listening(db: OrganizationDatabase, spec: AgentSpec): AgentSpec {
  if (spec.voicemail !== "default") return spec;
  const { machines, voicemail_message: usual } = telephonySettings(db);
  const voicemail_message = spec.voicemail_message ?? usual;
  const voicemail = machines === "message" && voicemail_message === null ? "hang_up" : machines;
  return { ...spec, voicemail, voicemail_message };
}

/**
 * The agent with a transfer that may be dialled today. Since the agent was saved, its transfer number may have become
 * the organization's own, which would loop back here, or the plan and the rules may have changed.
 */
function diallable(db: OrganizationDatabase, spec: AgentSpec, arrival: Arrival): AgentSpec {
  const { transfer } = spec.actions;
  if (!transfer) return spec;
  const { tier, subscription_status, organization } = arrival;
  const dialling = { country: organization.country, reach: reachOf(tier, subscription_status) };
  if (!isOwnNumber(db, transfer.phone_number) && dialRefusal(transfer.phone_number, dialling) === null)
    return spec;
  return withoutTransfer(spec, spec.transfer_targets);
}

/** With neither a number nor targets, the agent offers a callback. */
const withoutTransfer = (spec: AgentSpec, targets: readonly string[] = []): AgentSpec => ({
  ...spec,
  transfer_targets: [...targets],
  ...(spec.actions.transfer && {
    actions: { ...spec.actions, transfer: null },
    when_unknown: targets.length > 0 ? spec.when_unknown : "call_back",
  }),
});
