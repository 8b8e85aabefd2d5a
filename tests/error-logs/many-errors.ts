/** Errors by the thousand, as a busy platform has them, for what counts the rows that are read. */

const sources = ["browser", "loader", "action", "object", "queue", "cron", "webhook", "server"];
const chunk = 20_000;

/** A list of SQL that one number picks from. */
const picked = (words: readonly string[], by: string) =>
  `case ${by} ${words.map((word, at) => `when ${at} then '${word}'`).join(" ")} end`;

/** The first group has half of the rows; the others share what is left. */
export async function manyErrors(
  db: D1Database,
  { groups, rows, organizationId }: { groups: number; rows: number; organizationId: string },
): Promise<void> {
  const now = Date.now();
  const numbers = (from: number, until: number) =>
    `with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${until})`;
  for (let from = 0; from < groups; from += chunk)
    await db
      .prepare(
        `insert into error_groups (id, organization_id, source, severity, route, error_message, times, first_seen_at, last_seen_at, state)
         ${numbers(from, Math.min(groups, from + chunk))}
         select printf('%032x', i), ?1, ${picked(sources, "i % 8")}, 'error', 'agents', 'fault ' || i, 2,
           ?2 - i * 1000, ?2 - i * 1000, ${picked(["open", "resolved", "muted"], "(i / 8) % 3")} from n`,
      )
      .bind(organizationId, now)
      .run();
  for (let from = 0; from < rows; from += chunk)
    await db
      .prepare(
        `insert into error_logs (id, organization_id, error_message, url, severity, created_at, group_id)
         ${numbers(from, Math.min(rows, from + chunk))}
         select printf('%08x-%04x-7000-8000-%012x', (?2 - i) >> 16, (?2 - i) & 65535, i), ?1, 'fault', '/agents', 'error',
           ?2 - i, printf('%032x', iif(i % 2 = 0, 16, i % ?3)) from n`,
      )
      .bind(organizationId, now, groups)
      .run();
}
