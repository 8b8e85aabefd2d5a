/** Which rule of the database a failed write broke: how a guard inside a batch is told from a fault. */

/**
 * Whether a write failed for this constraint, however deep a library wrapped SQLite's own words.
 * @param constraint as SQLite names it, such as "UNIQUE constraint failed: users.email_folded"
 */
export function violates(error: unknown, constraint: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at.message.includes(constraint)) return true;
  return false;
}

/** What fails when the guard before `assert_ok` matched no row (R34). */
export const guardFailed = "NOT NULL constraint failed: assert_ok.ok";
