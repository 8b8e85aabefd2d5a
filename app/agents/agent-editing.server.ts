/** What the posts of an agent's editor become: calls of verbs, and their outcomes in words. Whatever is refused comes back with everything that was typed. */

import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { orLargerPlan } from "#app/billing/upgrade.ts";
import type { Actor } from "#app/membership/actor.ts";
import { missing } from "#app/platform/errors.ts";
import { draftSchema } from "./agent-draft.ts";
import { dialRefusalWords } from "./agent-form.schema.ts";
import { editorFields, isListChange } from "./agent-post.ts";
import { archiveAgent, diallingOf, duplicateAgent, rehearseAgent, saveAgent } from "./agent-verbs.server.ts";
import { answeredBy } from "./asked-question.ts";
import { emptyCall, type Rehearsal } from "./rehearsal.schema.ts";
import { isRehearsal } from "./rehearsal-press.ts";
import { callSoFar, rehearsalTurn } from "./rehearsal-turn.server.ts";
import type { Rehearse } from "./rehearsing.server.ts";

/** An invalid version belongs to no agent: saving over it is a conflict, which shows the current one. */
const version = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/**
 * The draft in a posted form; what the form does not have is as it is stored. A version that another member saves
 * meanwhile is a conflict. `result` is conform's: the errors at their fields, and the values as typed.
 * @throws a 404 answer for an agent that is not the organization's
 */
async function draftOf(posted: FormData, actor: Actor, id: string) {
  const stored = await actor.store.agents.find(id);
  if (!stored) throw missingAgent();
  const fields = editorFields(posted);
  return {
    isListChange: isListChange(fields),
    submission: parseWithZod(fields, { schema: draftSchema(diallingOf(actor), stored.spec) }),
  };
}

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });

/** What the editor shows after a post without a redirect. */
export type Edited = {
  result: ReturnType<Awaited<ReturnType<typeof draftOf>>["submission"]["reply"]>;
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
 * Saves the posted draft as the next version. `over` names a newer version that the person has seen and replaces.
 * @throws a 404 answer for an agent that is not the organization's
 */
export async function saveDraft(
  actor: Actor,
  id: string,
  posted: FormData,
): Promise<Answer | { saved: number }> {
  const { submission, isListChange } = await draftOf(posted, actor, id);
  if (isListChange) return { status: 200, edited: editedAnswer(submission.reply()) };
  if (submission.status !== "success") return { status: 422, edited: editedAnswer(submission.reply()) };
  const edits = version.parse(posted.get("over") ?? posted.get("version"));
  const spec = submission.value;
  const saved = await saveAgent(actor, { id, version: edits, spec, answers: answeredBy(posted, spec) });
  if (saved.ok) return { saved: saved.version };
  const refusedNumber = (words: string): Answer => ({
    status: 422,
    edited: editedAnswer(submission.reply({ fieldErrors: { "transfer.phone_number": [words] } })),
  });
  switch (saved.reason) {
    case "not_found":
      throw missingAgent();
    case "own_number":
      return refusedNumber("This is one of your own numbers, so callers would reach an agent again");
    case "not_dialled":
      return refusedNumber(dialRefusalWords(saved.why, actor.organization.country));
    case "conflict":
      return { status: 409, edited: editedAnswer(submission.reply(), { conflict: saved.version }) };
  }
}

/**
 * Lets the posted draft answer what was said, or greet when nothing has been said yet.
 * @throws a 404 answer for an agent that is not the organization's
 */
export async function rehearse(
  actor: Actor,
  id: string,
  posted: FormData,
  deps: { readonly rehearse: Rehearse },
): Promise<Answer> {
  const { submission } = await draftOf(posted, actor, id);
  if (submission.status !== "success")
    return {
      status: 422,
      edited: editedAnswer(submission.reply(), { rehearsal: callSoFar(posted.get("rehearsal")) }),
    };
  const before = posted.get("do") === "call" ? emptyCall : callSoFar(posted.get("rehearsal"));
  const said = rehearsalTurn.shape.said.catch("").parse(posted.get("say"));
  const turn = await rehearseAgent(actor, { id, spec: submission.value, before, said }, deps);
  if (!turn.ok) throw missingAgent();
  return { status: 200, edited: editedAnswer(submission.reply(), { rehearsal: turn.rehearsal }) };
}

/** Which button of the editor was pressed. The return key means the phone's button when its field has text, and saving otherwise. */
export function deedOf(posted: FormData): "save" | "try" | "duplicate" | "archive" {
  const pressed = posted.get("do");
  if (pressed === "duplicate" || pressed === "archive") return pressed;
  if (isRehearsal(posted)) return "try";
  return pressed === "enter" && posted.get("say") ? "try" : "save";
}

export const planFullWords = (actor: Actor): string =>
  `You've used all the agents in your plan. Archive one first, ${orLargerPlan(actor, "agents")}.`;

/** Where a press leads, or why nothing was done, in words. */
type Pressed = { to: string } | { refusal: string };

/** Copies an agent. @throws a 404 answer */
export async function copyAgent(actor: Actor, id: string): Promise<Pressed> {
  const copy = await duplicateAgent(actor, { id });
  if (copy.ok) return { to: `/agents/${copy.id}` };
  if (copy.reason === "not_found") throw missingAgent();
  return { refusal: planFullWords(actor) };
}

/** Archives an agent. @throws a 404 answer */
export async function putAway(actor: Actor, id: string): Promise<Pressed> {
  const archived = await archiveAgent(actor, { id });
  if (archived.ok) return { to: "/agents?done=archived" };
  if (archived.reason === "not_found") throw missingAgent();
  const numbers = archived.numbers.join(" and ");
  const them = archived.numbers.length === 1 ? "that number" : "those numbers";
  return { refusal: `It still answers ${numbers}. Reassign or release ${them} first.` };
}
