/** A second appointment asked for in the same breath as the first: kept aside until the first is booked, then taken up. */

import {
  afterTold,
  aroundAnd,
  firstOfTwo,
  isForSomebody,
  isTold,
  namesAnother,
  nowTheSecond,
  type TwoWishes,
  twoWishes,
} from "#workers/conversation/english/second.ts";
import { kindSaid } from "#workers/conversation/english/slots.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { kindField, nameField, textOf } from "./needs.ts";
import { takeIn } from "./take-in.ts";
import { react, readContextOf, type Turn } from "./turn.ts";

/** Longer utterances hold more than two wishes. */
const LONGEST = 300;

/** Puts the second of two wishes aside. @returns the words that the turn goes on with: the first wish, or all of them */
export function firstWish(turn: Turn, utterance: string): string {
  const { state, world } = turn;
  const { asked } = state;
  const open =
    (asked.what === "field" && asked.field.id === kindField(world.agent).id) ||
    asked.what === "nothing" ||
    asked.what === "anything_else" ||
    asked.what === "yes_no" ||
    (asked.what === "field" && asked.field.type === "appointment");
  if (!open || !world.agent.actions.book || utterance.length > LONGEST) return utterance;
  const told = afterTold(utterance);
  if (told !== null) return told;
  const two = parted(turn, utterance) ?? ofTwoKinds(turn, utterance);
  if (!two) return utterance;
  if (isTold(two.first)) return two.second;
  if (state.second === null) react(turn, firstOfTwo);
  state.second = two.second;
  return two.first;
}

function parted(turn: Turn, utterance: string): TwoWishes | null {
  const said = twoWishes(utterance);
  if (said && said.second !== "") return said;
  // Said to be two, or of two kinds, days around an "and" are two wishes; otherwise they are a choice.
  const counted = said !== null || turn.state.second === "";
  const pairs = counted || namesAnother(utterance) ? aroundAnd(utterance) : [];
  const pair = pairs.find(({ first, second }) => {
    const [one, two] = [wishIn(turn, first), wishIn(turn, second)];
    return one.dated && two.dated && (counted || (one.kind !== null && two.kind !== null));
  });
  return pair ?? said;
}

/** "A cleaning and a whitening on Monday": two kinds around an "and" of a wish; the day is the first one's. */
function ofTwoKinds(turn: Turn, utterance: string): TwoWishes | null {
  for (const { first, second } of aroundAnd(utterance)) {
    const [one, two] = [wishIn(turn, first), wishIn(turn, second)];
    if (one.kind === null || two.kind === null || one.kind.value === two.kind.value) continue;
    const { acts } = read(utterance, readContextOf(turn));
    const others = acts.some(
      ({ act, value }) => act === "ask" || act === "correct" || (act === "new_task" && value !== "book"),
    );
    if (others) return null;
    if (isTold(first)) return { first, second };
    const rest = second.slice(second.indexOf(two.kind.words) + two.kind.words.length);
    return { first: `${first}${rest}`, second: two.kind.words };
  }
  return null;
}

function wishIn(turn: Turn, words: string): { dated: boolean; kind: Act | null } {
  const { acts, when } = read(words, readContextOf(turn));
  const { id } = kindField(turn.world.agent);
  return {
    dated: when?.options.some(({ date }) => date !== undefined) ?? false,
    kind: acts.find(({ field }) => field === "appointment_kind" || field === id) ?? null,
  };
}

/** Takes in the wish that was put aside, for a booking that was just begun. */
export function takeInSecond(turn: Turn): void {
  const { state, world } = turn;
  const words = state.second ?? "";
  state.second = null;
  state.wants_appointment = true;
  const announcement: { wordings: readonly string[] } = { wordings: nowTheSecond };
  turn.answers.push(announcement);
  if (isForSomebody(words)) {
    delete state.fields[nameField(world.agent).id];
    state.for_other = true;
  }
  if (words === "") return;
  turn.reading = read(words, readContextOf(turn));
  takeIn(turn, turn.reading.acts);
  const { id } = kindField(world.agent);
  const kind = textOf(state, id);
  // The name of its kind is all that was said of it: nothing else says it back.
  if (kind !== null && !state.wish)
    announcement.wordings = nowTheSecond.map((words) => words.replace(/\.$/, `, ${kindSaid(kind)}.`));
}
