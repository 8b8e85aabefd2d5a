/** Batches that change all or nothing: a guard that matches no row does not stop a batch, but an assertion row does (R34). */
import { eq, sql } from "drizzle-orm";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { assertOk } from "#drizzle/control/schema.ts";

/** Statements that let a batch go on only if the one before them changed exactly one row. */
export const hasMatched = (db: PlatformDb) =>
  [
    db.run(sql`insert into assert_ok (ok) select case when changes() = 1 then 1 end`),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
  ] as const;

/** Runs a batch whose guard may match no row: false when it did, and nothing was changed. */
export async function runGuarded(
  db: PlatformDb,
  statements: Parameters<PlatformDb["batch"]>[0],
): Promise<boolean> {
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (violates(error, guardFailed)) return false;
    throw error;
  }
}
