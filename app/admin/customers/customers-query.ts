/** What the lists of customers and of users show, in their addresses. */

type Words = Readonly<Record<string, string>>;

/** The states of customers that can be filtered by, as SQL understands them (`customer-list.server.ts`). */
export const stateChoices = {
  active: "Paying",
  trialing: "Trial",
  pending: "Not subscribed",
  past_due: "Payment overdue",
  ended: "Ended",
  suspended: "Suspended",
  deleted: "Deleted",
} as const satisfies Words;
export type CustomerState = keyof typeof stateChoices;

export const kindChoices = {
  agency: "Agencies",
  client: "Clients",
  alone: "Neither",
} as const satisfies Words;
export type CustomerKind = keyof typeof kindChoices;

export type CustomersQuery = {
  readonly q: string;
  readonly state: CustomerState | null;
  readonly plan: string | null;
  readonly kind: CustomerKind | null;
  /** The id of an agency whose clients are listed. */
  readonly agency: string | null;
};

export const userChoices = {
  admins: "Platform admins",
  unverified: "Unverified email",
  plain: "No second factor",
  alone: "No organization",
} as const satisfies Words;
export type UserFilter = keyof typeof userChoices;

export type UsersQuery = { readonly q: string; readonly only: UserFilter | null };

const longestSearch = 100;

const isKey = <Key extends string>(words: Readonly<Record<Key, string>>, text: string): text is Key =>
  Object.hasOwn(words, text);

const chosen = <Key extends string>(words: Readonly<Record<Key, string>>, text: string | null): Key | null =>
  text !== null && isKey(words, text) ? text : null;

const searched = (asked: URLSearchParams): string => (asked.get("q") ?? "").trim().slice(0, longestSearch);

/**
 * What an address asks of the list of customers; unknown values are as if absent.
 * @param plans the plans that exist
 */
export function customersQuery(url: string, plans: readonly string[]): CustomersQuery {
  const asked = new URL(url).searchParams;
  const agency = asked.get("agency") ?? "";
  return {
    q: searched(asked),
    state: chosen(stateChoices, asked.get("state")),
    plan: plans.find((one) => one === asked.get("plan")) ?? null,
    kind: chosen(kindChoices, asked.get("kind")),
    agency: /^[0-9a-f-]{36}$/.test(agency) ? agency : null,
  };
}

/** Whether rows are looked at that are not shown. */
export const isFiltered = ({ q, state, plan, kind }: CustomersQuery): boolean =>
  q !== "" || [state, plan, kind].some((one) => one !== null);

/** Whether the list is the whole tree: nothing is searched or filtered. */
export const isTree = (query: CustomersQuery): boolean => !isFiltered(query) && query.agency === null;

export function usersQuery(url: string): UsersQuery {
  const asked = new URL(url).searchParams;
  return { q: searched(asked), only: chosen(userChoices, asked.get("only")) };
}
