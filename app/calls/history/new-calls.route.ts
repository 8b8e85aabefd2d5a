/** /call-history/new: what entered the list of calls since its page was read, while it is open; the list's own parameters, `after` and `shown`. */
import { z } from "zod";
import { rowWithoutPerson } from "#app/calls/scrub/scrub.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Route } from "./+types/new-calls.route";
import { isFiltered, listAddress } from "./history-query.ts";
import { matchingWords, todaySentence } from "./history-words.ts";
import { listAsked } from "./list-page.server.ts";
import type { NewCalls } from "./new-calls-told.ts";

const amount = z.coerce.number().int().min(0);
const since = z.object({
  /** The place in the history of the call that entered it last when the page was read. */
  after: amount.catch(0),
  /** How many calls the page shows, when it shows all that match. */
  shown: amount.nullable().catch(null),
});

export const loader = async ({ request, context }: Route.LoaderArgs): Promise<NewCalls> => {
  const member = permitted(context, "calls.read");
  const { query, dated, reading, hidesPersons } = listAsked(member, request.url);
  const params = new URL(request.url).searchParams;
  const { after, shown } = since.parse({ after: params.get("after"), shown: params.get("shown") });
  const { calls, today } = await member.store.newCalls.entered(dated, after, reading);
  const matching = calls !== null && shown !== null ? shown + calls.length : null;
  return {
    after,
    asked: listAddress(query),
    calls: calls && hidesPersons ? calls.map(rowWithoutPerson) : calls,
    sentence: !isFiltered(query)
      ? todaySentence(today, reading.locale)
      : matching === null
        ? null
        : `${matchingWords(matching, { newer: false, older: false }, reading.locale)}.`,
  };
};

/** Where the server does not answer, the list stays as it is. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs): Promise<NewCalls | null> =>
  serverLoader().catch(() => null);

/** It is asked when a call ends, and not whenever the page behind it is read again. */
export const shouldRevalidate = () => false;
