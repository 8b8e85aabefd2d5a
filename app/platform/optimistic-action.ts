/**
 * For changes that a page shows before they are answered. Only such changes are shown early that one press undoes; a
 * refused one is shown as it was, under a message that says so.
 */
import { data } from "react-router";
import { keep, keptAction } from "./kept-action.ts";
import type { ActionArgs } from "./unanswered.ts";

interface Refusal {
  readonly status: number;
  readonly data: unknown;
}

const isRefusal = (thrown: unknown): thrown is Refusal =>
  typeof thrown === "object" &&
  thrown !== null &&
  "status" in thrown &&
  typeof thrown.status === "number" &&
  thrown.status >= 400 &&
  "data" in thrown;

/** What the server says about it. Null: the answer is about the whole page, such as another organization's. */
function wordsOf({ data: answer }: Refusal): string | null {
  if (typeof answer !== "object" || answer === null || !("message" in answer)) return "Please try again.";
  return "drawn_for" in answer || typeof answer.message !== "string" ? null : answer.message;
}

/**
 * A route's `clientAction`, in the place of `keptAction`.
 * @returns null with the refusal's status: the page shows again what is saved
 */
export async function optimisticAction<Answer>(args: ActionArgs<Answer>) {
  try {
    return await keptAction(args);
  } catch (thrown) {
    const words = isRefusal(thrown) ? wordsOf(thrown) : null;
    if (!isRefusal(thrown) || words === null) throw thrown;
    keep({ words: `Your change wasn't saved and has been undone. ${words}` });
    return data(null, thrown.status);
  }
}
