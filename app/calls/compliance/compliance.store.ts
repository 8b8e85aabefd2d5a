/** The rules that every organization's calls obey: its own do-not-call list, then the hours of the person called. */
import { isBarred } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callingHours } from "./calling-hours.ts";
import type { CallAsked, Compliance, Verdict } from "./compliance.schema.ts";

/** A person who asked not to be called is not called, at any hour. */
const doNotCall = (db: OrganizationDatabase): Compliance => ({
  mayCall: ({ to }) =>
    isBarred(db, to) !== null
      ? {
          ok: false,
          reason: "dnc_blocked",
          words: "This person asked not to be called. The number is on your do-not-call list.",
          allowed_at: null,
        }
      : { ok: true, words: "The number isn't on your do-not-call list." },
});

/** Every rule, in the order in which they refuse. */
const rules = (db: OrganizationDatabase): readonly Compliance[] => [doNotCall(db), callingHours];

/** Whether the organization may call a number now. */
export function mayCall(db: OrganizationDatabase, asked: CallAsked): Verdict {
  const verdicts = rules(db).map((rule) => rule.mayCall(asked));
  const refusal = verdicts.find(({ ok }) => !ok);
  return refusal ?? { ok: true, words: verdicts.map(({ words }) => words).join(" ") };
}
