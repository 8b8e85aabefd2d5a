/** One turn of a rehearsal: what an agent answers, with the organization's closed days and calendar. Saves nothing and places no call. */
import { z } from "zod";
import { agentFields } from "#app/agents/fields/agent-fields.schema.ts";
import { withKept } from "#app/agents/fields/field-values.ts";
import { alsoClosed } from "#app/hours/opening-hours.ts";
import type { Actor } from "#app/membership/actor.ts";
import { day_ms } from "#app/platform/durations.ts";
import { agentSpec } from "./agents.schema.ts";
import { emptyCall, type Rehearsal, rehearsal } from "./rehearsal.schema.ts";
import type { Rehearse } from "./rehearsing.server.ts";

/** The longest utterance that reaches a draft, in characters; more is cut, as a line would. */
const longestUtterance = 2000;

/** Whether an agent comes from the editor's form: then what the form does not have stays as it is stored. */
export const of_form = z.boolean().optional();
const passagesFound = 3;

export const rehearsalTurn = z.object({
  id: z.string().min(1).max(100),
  spec: agentSpec,
  of_form,
  /** The call so far; with a memory of null it begins, and the draft greets. */
  before: rehearsal,
  said: z.string().transform((text) => text.slice(0, longestUtterance)),
});

/** Where the agent works: the organization's data and what it tells callers of itself. */
export type Workplace = {
  readonly store: Pick<Actor["store"], "agents" | "settings" | "bookings" | "knowledge" | "reach">;
  readonly organization: Pick<
    Actor["organization"],
    "id" | "name" | "timeZone" | "country" | "address" | "locale" | "tier" | "status"
  >;
};

/** The call with the agent's answer; null: the organization has no such agent. */
export async function answerTurn(
  { store, organization }: Workplace,
  { id, spec: draft, of_form, before, said }: z.infer<typeof rehearsalTurn>,
  rehearse: Rehearse,
): Promise<Rehearsal | null> {
  const begins = before.memory === null;
  const now = Date.now();
  const ahead_ms = ((draft.actions.book?.horizon_days ?? 0) + 2) * day_ms;
  const [known, closed, busy, hasKnowledge] = await Promise.all([
    store.agents.find(id),
    store.settings.closedDays(),
    store.bookings.busy(now, now + ahead_ms),
    store.knowledge.isUsedBy(id),
  ]);
  if (!known) return null;
  const spec = of_form ? withKept(agentFields, draft, known.spec) : draft;
  const dates = closed.map(({ date }) => date);
  const { name, timeZone, country, address, locale, tier, status } = organization;
  const asked = { agent: spec, country, tier, subscription_status: status, now };
  const targets = await store.reach.reachable(asked);
  const answer = await rehearse({
    spec: { ...spec, hours: alsoClosed(spec.hours, dates, now) },
    memory: before.memory,
    event: begins ? { type: "started" } : { type: "said", text: said },
    organization: { id: organization.id, name, time_zone: timeZone, country, address, phone_number: null },
    busy,
    locale,
    targets,
    search: hasKnowledge
      ? (question) => store.knowledge.search({ question, agent_id: id, limit: passagesFound })
      : null,
    now,
  });
  const heard: Rehearsal["lines"] = begins || said === "" ? [] : [{ who: "caller", text: said }];
  return {
    memory: answer.memory,
    lines: [...before.lines, ...heard, ...answer.lines].slice(-400),
    has_ended: answer.has_ended,
  };
}

/** The rehearsal carried by the page; an unreadable one begins again. */
export function callSoFar(text: FormDataEntryValue | null): Rehearsal {
  if (typeof text !== "string" || text === "" || text.length > 200_000) return emptyCall;
  try {
    return rehearsal.catch(emptyCall).parse(JSON.parse(text));
  } catch {
    return emptyCall;
  }
}
