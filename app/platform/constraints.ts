/** Reads database errors: which constraint a write broke, and SQLite's own message without the wrappers. */

/**
 * Whether a write failed for this constraint, however deep a library wrapped SQLite's own words.
 * @param constraint as SQLite names it, such as "UNIQUE constraint failed: users.email_folded"
 */
export function violates(error: unknown, constraint: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at.message.includes(constraint)) return true;
  return false;
}

/** The constraint that fails when the guard before `assert_ok` matched no row (R34). */
export const guardFailed = "NOT NULL constraint failed: assert_ok.ok";

/** No library wraps an error more often; a chain of causes may also lead back to its start. */
const mostCauses = 20;

/** The innermost message: drizzle's own message repeats the statement and all its values. */
export function innermostMessage(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < mostCauses && at instanceof Error && at.cause instanceof Error; depth++)
    at = at.cause;
  return at instanceof Error ? at.message : String(at);
}
