/** The form of an endpoint: what is typed, read for the verbs; and what a verb refuses, in words at its field. */
import { catalogue } from "./catalogue.ts";
import type { AddressRefusal } from "./webhook-verbs.server.ts";

export type TypedEndpoint = { name: string; url: string; events: string[] };
export type EndpointErrors = Readonly<Partial<Record<"name" | "url" | "events", string[]>>>;

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

export const typedIn = (form: FormData): TypedEndpoint => ({
  name: textOf(form, "name"),
  url: textOf(form, "url").trim(),
  events: form.getAll("events").filter((one) => typeof one === "string"),
});

/** What is wrong, by field. */
export function errorsIn(issues: readonly { path: PropertyKey[]; message: string }[]): EndpointErrors {
  const at = (field: string) => issues.filter(({ path }) => path[0] === field).map(({ message }) => message);
  const [name, url, events] = [at("name"), at("url"), at("events")];
  return {
    ...(name.length > 0 && { name }),
    ...(url.length > 0 && { url }),
    ...(events.length > 0 && { events: events.slice(0, 1) }),
  };
}

export const addressWords: Readonly<Record<AddressRefusal, string>> = {
  malformed: "Enter a public https address, like https://example.com/webhooks",
  own_address: "That’s an address of this product. Enter one of your own server",
  private_address: "That name leads to a private network, where we can’t deliver",
  nowhere: "We couldn’t find that name in DNS. Check the address",
};

export type EventGroup = { group: string; events: { name: string; title: string }[] };

/** The events as the form shows them, group by group. */
export const eventGroups = (): EventGroup[] =>
  [...Map.groupBy(catalogue, ({ group }) => group)].map(([group, events]) => ({
    group,
    events: events.map(({ name, title }) => ({ name, title })),
  }));
