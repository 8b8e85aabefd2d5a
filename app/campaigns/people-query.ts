/** What an address asks of the people in a campaign. */
import { leadStates, resultChoices } from "./campaign-words.ts";

export type PeopleQuery = {
  readonly show: string;
  readonly result: string;
  readonly after: string | null;
  /** Whose waiting is explained. */
  readonly why: string | null;
};

const known = (choices: readonly { readonly value: string }[], asked: string | null): string =>
  choices.some(({ value }) => value === asked) ? (asked ?? "") : "";

const idIn = (asked: string | null): string | null =>
  asked !== null && /^[0-9A-Za-z-]{1,64}$/.test(asked) ? asked : null;

/** An unknown state or result asks for all of them. */
export function peopleQuery(url: string): PeopleQuery {
  const asked = new URL(url).searchParams;
  return {
    show: known(leadStates, asked.get("show")),
    result: known(resultChoices, asked.get("result")),
    after: idIn(asked.get("cursor")),
    why: idIn(asked.get("why")),
  };
}
