/**
 * For changes that a page shows before they are answered. Only such changes are shown early that one press undoes; a
 * refused one is shown as it was, under a message that says so.
 */
import { data } from "react-router";
import { keep, keptAction } from "#app/platform/kept-action.ts";
import type { ActionArgs } from "#app/platform/unanswered.ts";
import { thrownAnswer } from "./thrown-answer.ts";

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

/**
 * A route's `clientAction`, in the place of `keptAction`.
 * @returns null with the refusal's status: the page shows again what is saved
 * @throws a refusal that is about the whole page, such as another organization's
 */
export async function optimisticAction<Answer>(args: ActionArgs<Answer>) {
  try {
    return await keptAction(args);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    const { sentence = "Please try again.", drawnFor } = thrownAnswer(thrown);
    if (drawnFor !== undefined) throw thrown;
    keep({ words: `Your change wasn't saved and has been undone. ${sentence}` });
    return data(null, thrown.status);
  }
}
