/** Marks a message that a caller left as done, or opens it again. */
import { z } from "zod";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";

/** `call_id`: the call that the message must come from; null: any. */
export const messageChoice = z.object({
  id: z.uuid(),
  call_id: z.string().max(100).nullable().default(null),
});

type Changed = { ok: true } | { ok: false; reason: "not_found" };
type MessageVerb = Verb<typeof messageChoice, [], Changed>;

/** Marks a message as done; one that is done already stays as it is. */
export const finishMessage: MessageVerb = verb(
  {
    verb: "messages.finish",
    permission: "messages.write",
    section: "calls",
    worksUnpaid: true,
    input: messageChoice,
  },
  async (actor, which) => {
    const by = { id: authorOf(actor), name: actor.by.name };
    const answer = await actor.store.messages.markDone(which, by, Date.now());
    if (!answer.found) return { ok: false, reason: "not_found" };
    if (answer.changed) await actor.record("message.done", which.id);
    return { ok: true };
  },
);

/** Opens a message again that was marked as done. */
export const reopenMessage: MessageVerb = verb(
  {
    verb: "messages.reopen",
    permission: "messages.write",
    section: "calls",
    worksUnpaid: true,
    input: messageChoice,
  },
  async (actor, which) => {
    const answer = await actor.store.messages.reopen(which);
    if (!answer.found) return { ok: false, reason: "not_found" };
    if (answer.changed) await actor.record("message.reopened", which.id);
    return { ok: true };
  },
);

const change = z.object({ do: z.enum(["done", "undo"]), message: messageChoice.shape.id });

export type MessageChanged = { id: string; isDone: boolean };

/**
 * Applies the posted change of a message.
 * @param call_id the call whose page posted the form; null: the dashboard posted it
 * @throws a 400 answer for a form of another shape, 404 for a call or message that is not the organization's
 */
export async function changeMessage(
  actor: Actor,
  form: FormData,
  call_id: string | null = null,
): Promise<MessageChanged> {
  if (call_id !== null && !(await actor.store.calls.isKnown(call_id)))
    throw missing("call", { to: "/call-history", label: "Calls" });
  const wanted = change.safeParse(Object.fromEntries(form));
  if (!wanted.success) throw faultResponse("bad_request");
  const { message: id } = wanted.data;
  const isDone = wanted.data.do === "done";
  const changed = await (isDone ? finishMessage : reopenMessage)(actor, { id, call_id });
  if (!changed.ok) throw missing("message", { to: "/dashboard", label: "Dashboard" });
  return { id, isDone };
}
