/** The search and order of /clients, in its address. */

/** The orders of the list: by name from the first letter, otherwise from the largest. */
export const clientSorts = {
  name: { label: "Name" },
  newest: { label: "Newest first" },
  calls: { label: "Most calls" },
  minutes: { label: "Most minutes" },
  last: { label: "Last call" },
} satisfies Record<string, { readonly label: string }>;
export type ClientSort = keyof typeof clientSorts;

export type ClientsQuery = { readonly q: string; readonly sort: ClientSort };

const isSort = (text: string): text is ClientSort => Object.hasOwn(clientSorts, text);

/** What an address asks for; an unknown order is the usual one. */
export function clientsQuery(url: string): ClientsQuery {
  const asked = new URL(url).searchParams;
  const sort = asked.get("sort") ?? "";
  return { q: (asked.get("q") ?? "").trim().slice(0, 100), sort: isSort(sort) ? sort : "name" };
}
