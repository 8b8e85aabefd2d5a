/** A buyer of numbers: the press of a Buy button, and the rows that result. */
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditEvents, phoneNumbers } from "#drizzle/control/schema.ts";
import { controlPlane, type Person } from "../support/people.ts";
import { pressFor } from "./carrier.ts";

/** What a carrier's webhook would find for a number. */
export const indexed = (phone_number: string) =>
  controlPlane().select().from(phoneNumbers).where(eq(phoneNumbers.phone_number, phone_number)).get();

/** Buys a number, or what a button of the search posts. */
export async function bought(person: Person, wanted: string, agent = ""): Promise<string> {
  const buy = wanted.includes("|") ? wanted : await pressFor(person, wanted);
  const answer = await person.post("/numbers/search", { buy, agent });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "", "https://app.test").searchParams.get("bought") ?? "";
}

/** Numbers that are already held, without asking the carrier for them. */
export async function holding({ store, userId }: Person, count: number): Promise<void> {
  for (let last = 0; last < count; last++)
    await store.numbers.reserve({
      id: crypto.randomUUID(),
      country: "US",
      provider: "twilio",
      phone_number: `+1415555018${last}`,
      locality: null,
      region: null,
      monthly: { micros: 1_150_000, currency: "USD" },
      agent_id: null,
      created_by: userId,
      now: Date.now(),
    });
}

/** What the audit trail says that a member did. */
export const deeds = async ({ userId, organizationId }: Person) =>
  (
    await controlPlane()
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.actor_id, userId), eq(auditEvents.organization_id, organizationId)))
      .orderBy(auditEvents.id)
  ).map(({ action, target }) => [action, target]);

export const rows = (person: Person) => person.store.numbers.list();
