/** The actions of an agent's editor: save, talk to the draft, copy, archive. A refusal returns everything that was typed. */

import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { orUpgrade } from "#app/billing/upgrade.ts";
import { callingHoursOf } from "#app/hours/calling-hours.server.ts";
import { alsoClosed } from "#app/hours/opening-hours.ts";
import { audit } from "#app/membership/audit.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import type { Context } from "#app/platform/context.ts";
import { day_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { draftSchema } from "./agent-draft.ts";
import { editorFields, isListChange } from "./agent-post.ts";
import { specFor } from "./agent-templates.ts";
import type { AgentKind } from "./agent-terms.schema.ts";
import { answeredBy } from "./asked-question.ts";
import { type Rehearsal, rehearsal } from "./rehearsal.schema.ts";
import { isRehearsal } from "./rehearsal-press.ts";
import { rehearsing } from "./rehearsing.server.ts";

type Made = { id: string };

/** An invalid version belongs to no agent: saving over it is a conflict, which shows the current one. */
const version = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/** The draft in a posted form. `result` is conform's: errors at their fields, and the values as typed. */
function draftOf(posted: FormData, { country, tier, status }: Member) {
  const fields = editorFields(posted);
  const dialling = { country, reach: reachOf(tier, status) };
  return {
    isListChange: isListChange(fields),
    submission: parseWithZod(fields, { schema: draftSchema(dialling) }),
  };
}

/** What the editor shows after a post without a redirect. */
export type Edited = {
  result: ReturnType<ReturnType<typeof draftOf>["submission"]["reply"]>;
  /** The version that another member has saved meanwhile; null when there is none. */
  conflict: number | null;
  rehearsal: Rehearsal | null;
};
type Answer = { status: number; edited: Edited };

const editedAnswer = (result: Edited["result"], more: Partial<Edited> = {}): Edited => ({
  result,
  conflict: null,
  rehearsal: null,
  ...more,
});

/**
 * Saves the posted draft as the next version; the question that the editor was opened for then counts as answered.
 * `over` names a newer version that the person has seen and replaces.
 * @throws a 404 answer for an agent of another organization
 */
export async function saveDraft(
  context: Context,
  member: Member,
  id: string,
  posted: FormData,
): Promise<Answer | { saved: number }> {
  const { store } = member;
  const { submission, isListChange } = draftOf(posted, member);
  if (isListChange) return { status: 200, edited: editedAnswer(submission.reply()) };
  if (submission.status !== "success") return { status: 422, edited: editedAnswer(submission.reply()) };
  const edits = version.parse(posted.get("over") ?? posted.get("version"));
  const now = Date.now();
  const spec = submission.value;
  const answers = answeredBy(posted, spec);
  const saved = await store.agents.update({ id, version: edits, spec, now, answers });
  if (saved.ok) {
    await audit(context, member, {
      action: "agent.changed",
      target: id,
      changes: { version: saved.version },
    });
    return { saved: saved.version };
  }
  if (saved.reason === "not_found") throw faultResponse("not_found");
  if (saved.reason === "own_number") {
    const words = "This is one of your own numbers: the caller would come back to an agent";
    const fieldErrors = { "transfer.phone_number": [words] };
    return { status: 422, edited: editedAnswer(submission.reply({ fieldErrors })) };
  }
  return { status: 409, edited: editedAnswer(submission.reply(), { conflict: saved.version }) };
}

const emptyCall: Rehearsal = { memory: null, lines: [], has_ended: false };

/** The rehearsal carried by the page; an unreadable one begins again. */
function callSoFar(text: FormDataEntryValue | null): Rehearsal {
  if (typeof text !== "string" || text === "" || text.length > 200_000) return emptyCall;
  try {
    return rehearsal.catch(emptyCall).parse(JSON.parse(text));
  } catch {
    return emptyCall;
  }
}

/** The longest utterance that reaches the draft, in characters; more is cut, as a line would. */
const longestUtterance = 2000;

/**
 * Lets the posted draft answer an utterance, or greet at the beginning. Saves nothing and makes no call.
 * @throws a 404 answer for an agent of another organization
 */
export async function rehearse(
  context: Context,
  member: Member,
  id: string,
  posted: FormData,
): Promise<Answer> {
  const { submission } = draftOf(posted, member);
  if (submission.status !== "success")
    return {
      status: 422,
      edited: editedAnswer(submission.reply(), { rehearsal: callSoFar(posted.get("rehearsal")) }),
    };
  const isNew = posted.get("do") === "call";
  const before = isNew ? emptyCall : callSoFar(posted.get("rehearsal"));
  const said = posted.get("say");
  const text = typeof said === "string" ? said.slice(0, longestUtterance) : "";
  const begins = before.memory === null;
  const { name, timeZone, country, address, locale, store } = member;
  const now = Date.now();
  const spec = submission.value;
  const ahead_ms = ((spec.actions.book?.horizon_days ?? 0) + 2) * day_ms;
  const [known, closed, busy] = await Promise.all([
    store.agents.find(id),
    store.settings.closedDays(),
    store.bookings.busy(now, now + ahead_ms),
  ]);
  if (!known) throw faultResponse("not_found");
  const dates = closed.map(({ date }) => date);
  const answer = await context.get(rehearsing)({
    spec: { ...spec, hours: alsoClosed(spec.hours, dates, now) },
    memory: before.memory,
    event: begins ? { type: "started" } : { type: "said", text },
    organization: { name, time_zone: timeZone, country, address, phone_number: null },
    busy,
    locale,
    now,
  });
  const heard: Rehearsal["lines"] = begins || text === "" ? [] : [{ who: "caller", text }];
  return {
    status: 200,
    edited: editedAnswer(submission.reply(), {
      rehearsal: {
        memory: answer.memory,
        lines: [...before.lines, ...heard, ...answer.lines].slice(-400),
        has_ended: answer.has_ended,
      },
    }),
  };
}

/** Which button of the editor was pressed. The return key means the phone's button when its field has text, and saving otherwise. */
export function deedOf(posted: FormData): "save" | "try" | "duplicate" | "archive" {
  const pressed = posted.get("do");
  if (pressed === "duplicate" || pressed === "archive") return pressed;
  if (isRehearsal(posted)) return "try";
  return pressed === "enter" && posted.get("say") ? "try" : "save";
}

export const planFullWords = (member: Member): string =>
  `Your plan holds no more agents. Archive one first, ${orUpgrade(member, "get a larger plan")}.`;

/** Creates an agent from a starting point, with the organization's calling hours when it has set some; null when the plan allows no more. */
export async function newAgent(context: Context, member: Member, kind: AgentKind): Promise<Made | null> {
  const { store, limits, user } = member;
  const spec = specFor(kind, await callingHoursOf(context, member.id));
  const born = { id: newId(), spec, created_by: user.id, most: limits.agents, now: Date.now() };
  const made = await store.agents.create(born);
  if (made) await audit(context, member, { action: "agent.created", target: made.id });
  return made;
}

/** Makes a copy without a number; `refusal` says why not, in words. @throws a 404 answer */
export async function copyAgent(
  context: Context,
  member: Member,
  id: string,
): Promise<Made | { refusal: string }> {
  const { store, limits, user } = member;
  const born = { id, copy_id: newId(), created_by: user.id, most: limits.agents, now: Date.now() };
  const copy = await store.agents.duplicate(born);
  if (!copy.ok && copy.reason === "not_found") throw faultResponse("not_found");
  if (!copy.ok) return { refusal: planFullWords(member) };
  await audit(context, member, { action: "agent.created", target: copy.id, changes: { copy_of: id } });
  return copy;
}

/** Archives an agent; null when done, else why not, in words. @throws a 404 answer */
export async function archiveAgent(context: Context, member: Member, id: string): Promise<string | null> {
  const archived = await member.store.agents.archive({ id, now: Date.now() });
  if (archived.ok) {
    await audit(context, member, { action: "agent.archived", target: id });
    return null;
  }
  if (archived.reason === "not_found") throw faultResponse("not_found");
  const numbers = archived.numbers.join(" and ");
  return `It still answers ${numbers}. Give that to another agent or release it first.`;
}
