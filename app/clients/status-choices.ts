/** The statuses that an agency gives a client by hand, and how a form shows any other one. */
import { statusWords } from "#app/billing/plan-words.ts";

export const statusChoices = [
  { value: "pending", label: "Trial: 30 minutes of calls" },
  { value: "active", label: "Active: no trial limit" },
];

/** The form's field of a client in this status. One that its agency did not choose is kept, unless the client is activated. */
export function statusField(present: string) {
  if (statusChoices.some(({ value }) => value === present))
    return { status: present, statuses: statusChoices };
  const kept = { value: "kept", label: statusWords(present) };
  return { status: kept.value, statuses: [kept, ...statusChoices.filter(({ value }) => value === "active")] };
}
