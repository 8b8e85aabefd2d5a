/** An organization writes its legal pages; every text keeps its version. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, type PlatformDb, tenant } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, legalPages, legalVersions } from "#drizzle/control/schema.ts";
import { type LegalPage, legalPageNames, longestLegalText } from "./legal-choices.ts";

/** Control characters other than line breaks and tabs, and marks that change the direction of text. */
const unwanted = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const legalForm = z.object({
  page: z.enum(legalPageNames),
  body: z
    .string({ error: "Enter the text of the page" })
    .max(2 * longestLegalText, `At most ${longestLegalText} characters`)
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim().normalize("NFC"))
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (text === "") refuse("Enter the text of the page");
      else if (unwanted.test(text)) refuse("Remove the invisible characters");
      else if (text.length > longestLegalText) refuse(`At most ${longestLegalText} characters`);
    }),
});

/** The organization's own texts. */
export const savedLegalPages = (context: Context, organizationId: string) =>
  tenant(context.get(database), organizationId)
    .select({
      page: legalPages.page,
      body: legalPages.body,
      version: legalPages.version,
      updated_at: legalPages.updated_at,
    })
    .from(legalPages)
    .where(eq(legalPages.organization_id, organizationId));

type Wanted = Pick<Deps, "db" | "env">;
const asked = { permission: "brand.write", section: "settings" } as const;

type Change = { page: LegalPage; body: string | null };

/** Keeps the text that the page shows as a version, unless it is kept already. */
const keptVersion = (own: PlatformDb, id: string, page: LegalPage) =>
  own
    .insert(legalVersions)
    .select(
      sql`select l.organization_id, l.page, l.version, l.body, l.updated_by, l.updated_at from legal_pages l
        where l.organization_id = ${id} and l.page = ${page}`,
    )
    .onConflictDoNothing();

/** Writes a page or removes it, with its version, its audit row and its fact, and publishes the organization's hosts. */
async function change({ organization, by, note }: Actor, { page, body }: Change, { db, env }: Wanted) {
  const now = Date.now();
  const { id } = organization;
  const own = tenant(db, id);
  const next = sql<number>`1 + coalesce((select max(v.version) from legal_versions v
    where v.organization_id = ${id} and v.page = ${page}), 0)`;
  const row = { updated_by: authorOf({ by }), updated_at: now, version: next };
  const told = enqueueFact(env, own, id, {
    kind: "brand.changed",
    payload: { v: 1, change_id: newId(now), after_host: null },
    at: now,
  });
  const written = await own.batch([
    // The text of a deployment that kept no versions.
    keptVersion(own, id, page),
    body === null
      ? own.delete(legalPages).where(and(eq(legalPages.organization_id, id), eq(legalPages.page, page)))
      : own
          .insert(legalPages)
          .values({ organization_id: id, page, body, ...row })
          .onConflictDoUpdate({
            target: [legalPages.organization_id, legalPages.page],
            set: { body, ...row },
            // The same text once more is no new version.
            setWhere: sql`${legalPages.body} <> ${body}`,
          }),
    told.statement,
    keptVersion(own, id, page),
    own.insert(auditEvents).values(await note("legal_page.saved", page, { own: body !== null })),
  ]);
  await told.send(written[2]);
  await publishHostsOf(env, db, id, now);
}

export const saveLegalPage = verb(
  { verb: "legal.save", ...asked, input: legalForm },
  (actor, { page, body }, deps: Wanted) => change(actor, { page, body }, deps),
);

/** The product's own text stands again. */
export const resetLegalPage = verb(
  { verb: "legal.reset", ...asked, input: z.object({ page: z.enum(legalPageNames) }) },
  (actor, { page }, deps: Wanted) => change(actor, { page, body: null }, deps),
);
