/** The legal pages that an organization, or its agency, wrote itself: their texts in D1, and their keys in KV. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, tenant } from "#app/platform/d1.server.ts";

/** The KV key of a legal page's own text on a normalized host. */
export const legalKey = (host: string, page: string): string => `legal:${host}:${page}`;

/** A legal page in an organization's own words. */
export const ownText = z.object({
  body: z.string(),
  /** Its place among its author's texts of the page. */
  version: z.number(),
  /** When it was saved, ms UTC. */
  at: z.number(),
  /** The organization that wrote it: the host's own, or its agency. */
  author: z.string(),
});
export type OwnText = z.infer<typeof ownText>;

/** The legal pages that an organization shows in its own words, or in its agency's: the text of each. */
export async function legalTexts(
  db: Database,
  organizationId: string,
): Promise<ReadonlyMap<string, OwnText>> {
  const rows = await tenant(db, organizationId).all<unknown>(sql`
    select l.page, l.body, l.version, l.updated_at as at, l.organization_id as author from legal_pages l
    join organizations o on o.id = ${organizationId}
    where l.organization_id in (o.id, o.parent_organization_id) order by l.organization_id = o.id`);
  const texts = z.array(ownText.extend({ page: z.string() })).parse(rows);
  return new Map(texts.map(({ page, ...text }) => [page, text]));
}
