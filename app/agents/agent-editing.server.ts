/** What the posts of an agent's editor become: calls of verbs, and their outcomes in words. Whatever is refused comes back with everything that was typed. */

import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { orLargerPlan } from "#app/billing/upgrade.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { missing } from "#app/platform/errors.ts";
import { dialRefusalWords } from "#app/telephony/transfers/dial-words.schema.ts";
import { draftSchema, wrongField } from "./agent-draft.ts";
import { editorFields, isListChange } from "./agent-post.ts";
import { archiveAgent, diallingOf, duplicateAgent, rehearseAgent, saveAgent } from "./agent-verbs.server.ts";
import { answeredBy } from "./asked-question.ts";
import { emptyCall, type Rehearsal } from "./rehearsal.schema.ts";
import { isRehearsal } from "./rehearsal-press.ts";
import { callSoFar, rehearsalTurn } from "./rehearsal-turn.server.ts";
import type { Rehearse } from "./rehearsing.server.ts";
import { publishAgent, redraftAgent } from "./versions/version-verbs.server.ts";

/** An invalid version belongs to no agent: saving over it is a conflict, which shows the current one. */
const version = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/** The draft in a posted form. `result` is conform's: the errors at their fields, and the values as typed. */
function draftOf(posted: FormData, actor: Actor) {
  const fields = editorFields(posted);
  return {
    isListChange: isListChange(fields),
    submission: parseWithZod(fields, { schema: draftSchema(diallingOf(actor)) }),
  };
}

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });

/** A path as conform names it: "fields[0].type"; the form itself has an empty name. */
const nameOf = (path: readonly (string | number)[]): string =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");

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
 * Saves the posted draft. `over` names a newer one that the person has seen and replaces.
 * @throws a 404 answer for an agent that is not the organization's
 */
export async function saveDraft(
  actor: Actor,
  id: string,
  posted: FormData,
): Promise<Answer | { saved: number }> {
  const { submission, isListChange } = draftOf(posted, actor);
  if (isListChange) return { status: 200, edited: editedAnswer(submission.reply()) };
  if (submission.status !== "success") return { status: 422, edited: editedAnswer(submission.reply()) };
  const edits = version.parse(posted.get("over") ?? posted.get("version"));
  const spec = submission.value;
  const answers = answeredBy(posted, spec);
  const saved = await saveAgent(actor, { id, version: edits, spec, of_form: true, answers });
  if (saved.ok) return { saved: saved.version };
  const refused = (fieldErrors: Record<string, string[]>): Answer => ({
    status: 422,
    edited: editedAnswer(submission.reply({ fieldErrors })),
  });
  const refusedNumber = (words: string) => refused({ "transfer.phone_number": [words] });
  switch (saved.reason) {
    case "not_found":
      throw missingAgent();
    case "own_number":
      return refusedNumber("This is one of your own numbers, so callers would reach an agent again");
    case "not_dialled":
      return refusedNumber(dialRefusalWords(saved.why, actor.organization.country));
    case "incoherent":
      return refused(
        Object.fromEntries(saved.found.map(wrongField).map(({ path, message }) => [nameOf(path), [message]])),
      );
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
  deps: Pick<Deps, "db"> & { readonly rehearse: Rehearse },
): Promise<Answer> {
  const { submission } = draftOf(posted, actor);
  if (submission.status !== "success")
    return {
      status: 422,
      edited: editedAnswer(submission.reply(), { rehearsal: callSoFar(posted.get("rehearsal")) }),
    };
  const before = posted.get("do") === "call" ? emptyCall : callSoFar(posted.get("rehearsal"));
  const said = rehearsalTurn.shape.said.catch("").parse(posted.get("say"));
  const turn = await rehearseAgent(actor, { id, spec: submission.value, of_form: true, before, said }, deps);
  if (!turn.ok && turn.reason === "too_often") {
    const formErrors = [waitWords(turn.retryAfter)];
    return { status: 429, edited: editedAnswer(submission.reply({ formErrors }), { rehearsal: before }) };
  }
  if (!turn.ok) throw missingAgent();
  return { status: 200, edited: editedAnswer(submission.reply(), { rehearsal: turn.rehearsal }) };
}

/** The page of versions, which says in words why nothing was published or discarded. */
const refusedAt = (id: string, reason: string) => `/agents/${id}/versions?show=draft&refused=${reason}`;

/**
 * Publishes the draft that was just saved, to all calls at once.
 * @throws a 404 answer for an agent that is not the organization's
 */
export async function publishSaved(
  actor: Actor,
  { id, saved, posted }: { id: string; saved: number; posted: FormData },
  deps: Parameters<typeof publishAgent>[2],
): Promise<{ to: string }> {
  const latest = version.parse(posted.get("latest"));
  const input = { id, version: saved, latest, note: "", share: null, despite_tests: false };
  const published = await publishAgent(actor, input, deps);
  if (published.ok || published.reason === "unchanged") return { to: `/agents/${id}` };
  if (published.reason === "not_found") throw missingAgent();
  return { to: refusedAt(id, published.reason) };
}

/** Discards the draft's changes. @throws a 404 answer */
export async function discardDraft(
  actor: Actor,
  id: string,
  posted: FormData,
  deps: Parameters<typeof redraftAgent>[2],
): Promise<{ to: string }> {
  const drafted = await redraftAgent(
    actor,
    { id, version: version.parse(posted.get("version")), of: null },
    deps,
  );
  if (drafted.ok) return { to: `/agents/${id}` };
  if (drafted.reason === "not_found") throw missingAgent();
  return { to: refusedAt(id, drafted.reason) };
}

/** Which button of the editor was pressed. The return key means the phone's button when its field has text, and saving otherwise. */
export function deedOf(posted: FormData): "save" | "try" | "publish" | "discard" | "duplicate" | "archive" {
  const pressed = posted.get("do");
  if (pressed === "duplicate" || pressed === "archive" || pressed === "discard" || pressed === "publish")
    return pressed;
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
