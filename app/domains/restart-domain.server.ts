/** Starts the validation of a domain's hostnames over at Cloudflare, which leaves a failed one as it is until it is asked to. */
import { spending } from "#app/limits/rate-limits.server.ts";
import type { Database } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { type DomainSettings, restartHostname } from "./cloudflare.server.ts";
import type { DomainRow } from "./domain-rows.server.ts";
import { leadsHere, verdictOn, wantsRestart } from "./domain-states.ts";
import type { DomainNews } from "./hostname-news.schema.ts";

/** Cron and people together: at most once an hour. */
const restarts = (row: DomainRow) => ({ key: `domain-restart:${row.id}`, most: 1, within_ms: hour_ms });

type Known = { db: Database; known: DomainSettings };

/** A domain's names, each with what Cloudflare and DNS said of it last. */
const namesOf = ({ host, provider_id, www_provider_id }: DomainRow, news: DomainNews) => [
  { name: host, id: news.host?.id ?? provider_id, news: news.host, points: news.points },
  { name: `www.${host}`, id: news.www?.id ?? www_provider_id, news: news.www, points: news.www_points },
];
type Name = ReturnType<typeof namesOf>[number];

async function restart({ db, known }: Known, row: DomainRow, names: Name[], now: number): Promise<boolean> {
  const failed = names.flatMap(({ name, id }) => (id === null ? [] : [{ name, id }]));
  // A limit that is used up is no refusal here: cron meets it with each look.
  if (failed.length === 0 || (await spending(db, [restarts(row)], now)).length === 0) return false;
  for (const one of failed) await restartHostname(known, one);
  return true;
}

/**
 * For a person who tries a domain again: every hostname that does not serve visitors.
 * @param now ms UTC
 * @returns whether Cloudflare was asked, which happens once an hour
 */
export const restartForPerson = (deps: Known, row: DomainRow, now: number): Promise<boolean> =>
  restart(
    deps,
    row,
    namesOf(row, row.provider).filter(({ news }) => verdictOn(news) !== "active"),
    now,
  );

/** For a look, with what it brought: every hostname that failed although its record leads here. */
export const restartFailed = (deps: Known, row: DomainRow, news: DomainNews, now: number): Promise<boolean> =>
  restart(
    deps,
    row,
    namesOf(row, news).filter((one) => wantsRestart(one.news) && leadsHere(one.points)),
    now,
  );
