/** Orders of numbers as rows: placed once, and moved from state to state by statements that two callers cannot both win. */
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { numberOrders } from "#drizzle/control/schema.ts";

export type Order = typeof numberOrders.$inferSelect;
export type OrderState = Order["state"];

/** How long a payment form can be paid; Stripe allows no less than 30 minutes. */
export const payable_ms = 35 * minute_ms;
/** When cron asks what became of an order that was not paid. */
const asked_ms = payable_ms + 5 * minute_ms;
/** How long one step has an order for itself: longer than it takes, so that two never buy. */
export const lease_ms = 2 * minute_ms;

export type Wish = Pick<
  Order,
  | "organization_id"
  | "user_id"
  | "phone_number"
  | "country"
  | "kind"
  | "locality"
  | "region"
  | "agent_id"
  | "setup_amount"
  | "monthly_amount"
  | "currency"
>;

/** The order of a number that lives; null: there is none. */
export const livingOrder = async (db: Database, phone_number: string): Promise<Order | null> =>
  (await platform(db)
    .select()
    .from(numberOrders)
    .where(and(eq(numberOrders.phone_number, phone_number), inArray(numberOrders.state, ["open", "paid"])))
    .get()) ?? null;

/** Places an order, or finds the one that lives: by the same organization, or by another. */
export async function placeOrder(db: Database, wish: Wish, now: number): Promise<Order | null> {
  const id = newId(now);
  await platform(db)
    .insert(numberOrders)
    .values({
      ...wish,
      id,
      number_id: newId(now),
      state: "open",
      due_at: now + asked_ms,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing();
  return livingOrder(db, wish.phone_number);
}

/** An order by its id alone: whose it is, its caller compares. */
export const orderById = async (db: Database, id: string): Promise<Order | null> =>
  (await platform(db).select().from(numberOrders).where(eq(numberOrders.id, id)).get()) ?? null;

type Changes = Partial<
  Pick<
    Order,
    | "session_id"
    | "payment_intent_id"
    | "refund_id"
    | "number_id"
    | "agent_id"
    | "reason"
    | "attempts"
    | "due_at"
    | "state"
  >
>;

/** The statement that changes an order which is still in `from`, for the caller's batch. It returns the row, or nothing. */
export const changing = (db: Database, id: string, from: OrderState, changes: Changes, now: number) =>
  platform(db)
    .update(numberOrders)
    .set({ ...changes, updated_at: now })
    .where(and(eq(numberOrders.id, id), eq(numberOrders.state, from)))
    .returning();

/** Changes an order that is still in `from`; null: it no longer is. */
export const change = async (
  db: Database,
  id: string,
  from: OrderState,
  changes: Changes,
  now: number,
): Promise<Order | null> => (await changing(db, id, from, changes, now))[0] ?? null;

/** Takes an order's next step: of several callers one gets it, and if that one dies it is due again. */
export async function claimOrder(
  db: Database,
  { id, state }: Pick<Order, "id" | "state">,
  now: number,
): Promise<Order | null> {
  const [row] = await platform(db)
    .update(numberOrders)
    .set({ due_at: now + lease_ms, attempts: sql`${numberOrders.attempts} + 1`, updated_at: now })
    .where(and(eq(numberOrders.id, id), eq(numberOrders.state, state), lte(numberOrders.due_at, now)))
    .returning();
  return row ?? null;
}

/** Removes an order whose payment form was never made: no half-made row stays (B35). */
export const dropUnmade = (db: Database, id: string) =>
  platform(db)
    .delete(numberOrders)
    .where(
      and(eq(numberOrders.id, id), eq(numberOrders.state, "open"), sql`${numberOrders.session_id} is null`),
    );

/** Orders whose next step is due, the longest due first. */
export const dueOrders = (db: Database, most: number, now: number): Promise<Order[]> =>
  platform(db)
    .select()
    .from(numberOrders)
    .where(lte(numberOrders.due_at, now))
    .orderBy(numberOrders.due_at)
    .limit(most)
    .all();

export const orderBySession = async (db: Database, session_id: string): Promise<Order | null> =>
  (await platform(db).select().from(numberOrders).where(eq(numberOrders.session_id, session_id)).get()) ??
  null;

/** Orders whose money could not be given back yet, the oldest first, for platform admins. */
export const owedOrders = (db: Database, most: number): Promise<Order[]> =>
  platform(db)
    .select()
    .from(numberOrders)
    .where(eq(numberOrders.state, "refund_failed"))
    .orderBy(numberOrders.created_at)
    .limit(most)
    .all();

/** Whether an organization paid for a number that it does not have, and the money is not back yet. */
export async function owesMoney(db: Database, organization_id: string): Promise<boolean> {
  const row = await platform(db)
    .select({ id: numberOrders.id })
    .from(numberOrders)
    .where(
      and(
        eq(numberOrders.organization_id, organization_id),
        inArray(numberOrders.state, ["paid", "refunding", "refund_failed"]),
      ),
    )
    .limit(1)
    .get();
  return row !== undefined;
}
