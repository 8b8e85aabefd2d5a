/** What a key that adds webhooks must be able to read: an endpoint is told nothing that the key may not ask for. */
import { lackingScope, type Refusal } from "#app/api/problem.ts";
import type { ApiScope } from "#app/api/scopes.ts";
import type { Actor } from "#app/membership/actor.ts";

/** What a key must be able to read to have it told. */
const readingScopes: Readonly<Record<string, readonly ApiScope[]>> = {
  booking: ["bookings.read", "calls.read_persons"],
  campaign: ["campaigns.read"],
  contact: ["contacts.read"],
  agent: ["agents.read"],
  number: ["numbers.read"],
};
/** The refusal of a key that could not read what these events tell; null: it could. */
export function unreadable(actor: Actor, events: readonly string[]): Refusal | null {
  const needed = events.flatMap(
    (name): readonly ApiScope[] => readingScopes[name.split(".")[0] ?? ""] ?? ["calls.read_persons"],
  );
  const lacking = needed.find((scope) => !actor.may(scope));
  return lacking === undefined ? null : lackingScope(lacking);
}
