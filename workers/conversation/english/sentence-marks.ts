/** English words that a sentence may hold with a full stop or a capital. */
import { sounds } from "./numbers.ts";

const list = (words: string) => words.split(" ");

export const shortened: ReadonlySet<string> = new Set([
  ...sounds.shortened,
  ...list("ave blvd rd apt ste vs etc approx est inc jr sr prof rev gen sgt capt mt ft"),
]);

export const capitalized: ReadonlySet<string> = new Set(
  list(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december eastern central pacific mountain",
  ),
);
