/** Messages of the demo's callers: most are done, the newest are open. */
import type { TakenMessage } from "#app/calls/messages/messages.schema.ts";
import type { Action } from "#workers/conversation/line/conversation.ts";

/** `done_at`: when a colleague had done it; null: it is open. */
export type DemoMessage = { message: TakenMessage; done_at: number | null };

export const messageOf = (
  action: Extract<Action, { type: "take_message" }>,
  call: Pick<TakenMessage, "call_id" | "agent_id" | "now">,
): TakenMessage => ({
  ...call,
  kind: action.call_back ? "call_back" : "message",
  text: action.text,
  name: action.name,
  phone_number: action.phone_number,
});

/** How many of each kind are open on a fresh demo. */
const openOfEach = 2;

/** The newest of each kind, with different words. */
export function newestOfEach(all: readonly DemoMessage[]): DemoMessage[] {
  return (["message", "call_back"] as const).flatMap((kind) => {
    const found = new Map<string, DemoMessage>();
    for (const left of all.toReversed())
      if (left.message.kind === kind && !found.has(left.message.text)) found.set(left.message.text, left);
    return [...found.values()].slice(0, openOfEach);
  });
}
