/** Reads the answer that a loader, an action or a guard threw, for the error screens. */
import { shownFor } from "#app/platform/errors.ts";

type Answer = { message?: unknown; request_id?: unknown; drawn_for?: unknown };
const isAnswer = (data: unknown): data is Answer => typeof data === "object" && data !== null;
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A guard's refusal of a data request is JSON text (`membersOnly`). */
function parsed(data: unknown): unknown {
  if (typeof data !== "string") return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** The parts of an answer that screens show; `thrown` null: what was thrown is not an answer. */
export function thrownAnswer(thrown: { status: number; data: unknown } | null) {
  const data = parsed(thrown?.data);
  const answer = isAnswer(data) ? data : {};
  return {
    status: thrown?.status ?? null,
    data,
    // The router's own refusal of a post to a page without an action has no words.
    sentence:
      text(answer.message) ?? (thrown?.status === 405 ? shownFor("method_not_allowed").message : undefined),
    requestId: text(answer.request_id),
    drawnFor: text(answer.drawn_for),
  };
}
