/** A second appointment asked for in the same breath as the first: kept aside until the first is booked, then taken up. */
import {
  aroundAnd,
  firstOfTwo,
  isForSomebody,
  namesAnother,
  nowTheSecond,
  type TwoWishes,
  twoWishes,
} from "./english-second.ts";
import { nameField } from "./needs.ts";
import { read } from "./read.ts";
import { takeIn } from "./take-in.ts";
import { react, readContextOf, type Turn } from "./turn.ts";

/** Longer utterances hold more than two wishes. */
const LONGEST = 300;

/** Puts the second of two wishes aside. @returns the words that the turn goes on with: the first wish, or all of them */
export function firstWish(turn: Turn, utterance: string): string {
  const { state, world } = turn;
  const { asked } = state;
  const open =
    asked.what === "nothing" ||
    asked.what === "anything_else" ||
    asked.what === "yes_no" ||
    (asked.what === "field" && asked.field.type === "appointment");
  if (!open || !world.agent.actions.book || utterance.length > LONGEST) return utterance;
  const two = parted(turn, utterance);
  if (!two) return utterance;
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
    return one.dated && two.dated && (counted || (one.kind && two.kind));
  });
  return pair ?? said;
}

function wishIn(turn: Turn, words: string): { dated: boolean; kind: boolean } {
  const { acts, when } = read(words, readContextOf(turn));
  return {
    dated: when?.options.some(({ date }) => date !== undefined) ?? false,
    kind: acts.some(({ field }) => field === "appointment_kind"),
  };
}

/** Takes in the wish that was put aside, for a booking that was just begun. */
export function takeInSecond(turn: Turn): void {
  const { state, world } = turn;
  const words = state.second ?? "";
  state.second = null;
  state.wants_appointment = true;
  turn.answers.push({ wordings: nowTheSecond });
  if (isForSomebody(words)) {
    delete state.fields[nameField(world.agent).id];
    state.for_other = true;
  }
  if (words === "") return;
  turn.reading = read(words, readContextOf(turn));
  takeIn(turn, turn.reading.acts);
}
