/** After a change of the application's secret: seals anew what the previous secret sealed, so that it can be removed (R44). */
import { and, asc, eq, gt, notLike } from "drizzle-orm";
import { keyIdOf } from "#app/platform/crypto.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { userFactors } from "#drizzle/control/schema.ts";
import { resealed } from "./authenticator.server.ts";

const onePage = 100;
/** One run of cron may send D1 a thousand statements, and other tasks run too (R33). */
const mostPages = 4;

/**
 * Seals up to 400 authenticators anew, while there is an `APP_SECRET_PREVIOUS`. For cron; the log says how many, and
 * how many neither secret can open.
 * @returns how many were sealed anew
 */
export async function resealFactors(env: Env): Promise<number> {
  const keys = keyringOf(settings(env));
  if (keys.length === 1) return 0;
  const db = platform(new Database(env.DB, new Timing()));
  const current = await keyIdOf(keys[0]);
  const count = { resealed: 0, unreadable: 0 };
  let after = "";
  for (let page = 0; page < mostPages; page++) {
    const rows = await db
      .select({ id: userFactors.id, user_id: userFactors.user_id, secret: userFactors.secret })
      .from(userFactors)
      .where(and(gt(userFactors.id, after), notLike(userFactors.secret, `%.${current}`)))
      .orderBy(asc(userFactors.id))
      .limit(onePage);
    const anew = await Promise.all(rows.map(async (row) => ({ row, secret: await resealed(keys, row) })));
    const [first, ...others] = anew.flatMap(({ row, secret }) =>
      secret === null
        ? []
        : db
            .update(userFactors)
            .set({ secret })
            // A code that was used meanwhile has already sealed it anew.
            .where(and(eq(userFactors.id, row.id), eq(userFactors.secret, row.secret))),
    );
    if (first) {
      await db.batch([first, ...others]);
      count.resealed += 1 + others.length;
    }
    count.unreadable += anew.filter(({ secret }) => secret === null).length;
    const last = rows.at(-1);
    if (!last || rows.length < onePage) break;
    after = last.id;
  }
  if (count.resealed + count.unreadable > 0)
    log(count.unreadable > 0 ? "error" : "info", "factors_resealed", count);
  return count.resealed;
}
