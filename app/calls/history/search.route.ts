/** /search: agents, numbers and calls for the command menu, while a person types into it. */

import { permitted } from "#app/membership/membership.server.ts";
import type { Route } from "./+types/search.route";
import type { Search } from "./search.schema.ts";

const longest = 200;

export const loader = async ({ request, context }: Route.LoaderArgs): Promise<Search> => {
  const { store, may, organization } = permitted(context, "calls.read");
  const { timeZone, locale } = organization;
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, longest);
  const reading = { now: Date.now(), timeZone, locale };
  return { q, found: await store.calls.search(q, reading, may("calls.read_persons")) };
};

/** A failed search finds nothing: the menu still offers its places, and the page behind it stays. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs): Promise<Search> =>
  serverLoader().catch(() => ({ q: "", found: [] }));
