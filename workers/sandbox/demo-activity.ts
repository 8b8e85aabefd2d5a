/** What the clinic's people have done so far, as its audit trail has it. */
import { drizzle } from "drizzle-orm/d1";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import {
  bookingAgent,
  clinic,
  clinicNumbers,
  frontDeskAgent,
  newPatientAgent,
  staff,
} from "./demo-clinic.ts";

type Changes = Record<string, string | number | boolean | null>;
type Deed = readonly [action: string, target: string, changes?: Changes];

const row = (at: number, actor_id: string, [action, target, changes]: Deed) => ({
  id: newId(at),
  actor_id,
  organization_id: clinic.id,
  action,
  target,
  created_at: at,
  ...(changes && { changes }),
});

/** Writes down what one of the clinic's people did. */
export const noteDeed = async (d1: D1Database, at: number, actor_id: string, deed: Deed): Promise<void> =>
  void (await drizzle(d1)
    .insert(auditEvents)
    .values(row(at, actor_id, deed))
    .onConflictDoNothing());

/** Writes the deeds that led to the demo's agents, numbers and people. `opened`: when the clinic was founded, ms UTC */
export async function seedActivity(d1: D1Database, opened: number, setUp: number): Promise<void> {
  const db = drizzle(d1);
  const [owner, ...colleagues] = staff;
  if (!owner) return;
  const invited = colleagues.flatMap(({ id, role }, i) => [
    row(opened + (i + 1) * minute_ms, owner.id, ["invitation.sent", id, { role }]),
    row(opened + day_ms + i * 40 * minute_ms, id, ["invitation.accepted", id, { role }]),
  ]);
  const agents = [bookingAgent, frontDeskAgent, newPatientAgent].map(({ id }, i) =>
    row(setUp + i * 20 * minute_ms, owner.id, ["agent.created", id]),
  );
  const numbers = clinicNumbers.map(({ id, phone_number }, i) =>
    row(setUp + day_ms + i * 10 * minute_ms, owner.id, ["number.bought", id, { phone_number }]),
  );
  const assigned = clinicNumbers.map(({ id, phone_number, agent }, i) =>
    row(setUp + day_ms + (i * 10 + 3) * minute_ms, owner.id, [
      "number.assigned",
      id,
      { phone_number, agent_id: agent.id },
    ]),
  );
  for (const one of [...invited, ...agents, ...numbers, ...assigned])
    await db.insert(auditEvents).values(one).onConflictDoNothing();
}
