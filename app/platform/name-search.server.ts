/** Finds names by what people type: SQLite folds ASCII letters only (R37), so the others are left out of the comparison. */
import { type SQL, sql } from "drizzle-orm";

/** The fewest ASCII characters that are compared without case; shorter ones would find everything. */
const fewest = 2;

/**
 * Whether a name contains what was typed, in any case. Letters beyond ASCII match any character where enough others are
 * typed ("ärzte" finds "Ärzte"); a name in such letters alone ("北京") is found as it is written.
 */
export function nameHas(name: SQL, typed: string): SQL {
  const parts = typed
    .toLowerCase()
    .split(/[^ -~]+/)
    .filter((part) => part.trim().length >= fewest);
  const exact = sql`instr(${name}, ${typed}) > 0`;
  if (parts.length === 0) return exact;
  const folded = parts.map((part) => sql`instr(lower(${name}), ${part}) > 0`);
  return sql`(${exact} or (${sql.join(folded, sql` and `)}))`;
}
