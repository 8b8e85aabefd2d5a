/** Changes to a caller's message by a member: marks it as done, or reopens it. */
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { audit } from "#app/membership/audit.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";

const change = z.object({ do: z.enum(["done", "undo"]), message: z.uuid() });

export type MessageChanged = { id: string; isDone: boolean };

/**
 * Applies the posted change.
 * @param call_id the call on whose page the button was pressed; null: on the dashboard
 * @throws a 403 answer for a role without the permission, 400 for a malformed form, 404 for a call or message of
 * another organization
 */
export async function changeMessage(
  request: Request,
  context: Readonly<RouterContextProvider>,
  call_id: string | null = null,
): Promise<MessageChanged> {
  const member = permitted(context, "messages.write");
  const form = await readForm(request, context);
  if (call_id !== null && !(await member.store.calls.isKnown(call_id))) throw faultResponse("not_found");
  const wanted = change.safeParse(Object.fromEntries(form));
  if (!wanted.success) throw faultResponse("bad_request");
  const { message: id } = wanted.data;
  const which = { id, call_id };
  const isDone = wanted.data.do === "done";
  const { user, store } = member;
  const answer = isDone
    ? await store.messages.markDone(which, { id: user.id, name: user.name ?? user.email }, Date.now())
    : await store.messages.reopen(which);
  if (!answer.found) throw faultResponse("not_found");
  if (answer.changed)
    await audit(context, member, { action: isDone ? "message.done" : "message.reopened", target: id });
  return { id, isDone };
}
