/** The legal pages that an organization wrote itself: read for its hosts, and saved by those who keep its brand. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { ownLegalPages, tenantOrganization } from "#app/branding/tenant.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, legalPages } from "#drizzle/control/schema.ts";
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

/** The text that the request's host shows in place of the product's own: its organization's, or its agency's; null: neither has one. */
export async function legalTextOf(context: Context, page: LegalPage): Promise<string | null> {
  const id = tenantOrganization(context);
  if (id === null || !ownLegalPages(context).includes(page)) return null;
  const found = await tenant(context.get(database), id).get<{ body: string }>(sql`
    select l.body from legal_pages l join organizations o on o.id = ${id}
    where l.page = ${page} and l.organization_id in (o.id, o.parent_organization_id)
    order by l.organization_id = o.id desc limit 1`);
  return found?.body ?? null;
}

/** The organization's own texts. */
export const savedLegalPages = (context: Context, organizationId: string) =>
  tenant(context.get(database), organizationId)
    .select({ page: legalPages.page, body: legalPages.body, updated_at: legalPages.updated_at })
    .from(legalPages)
    .where(eq(legalPages.organization_id, organizationId));

type Wanted = Pick<Deps, "db" | "env">;
const asked = { permission: "brand.write", section: "settings" } as const;

type Change = { page: LegalPage; body: string | null };

/** Writes a page or removes it, with its audit row and its fact, and publishes the organization's hosts. */
async function change({ organization, by, note }: Actor, { page, body }: Change, { db, env }: Wanted) {
  const now = Date.now();
  const { id } = organization;
  const own = tenant(db, id);
  const row = { body, updated_by: authorOf({ by }), updated_at: now };
  const told = enqueueFact(env, own, id, {
    kind: "brand.changed",
    payload: { v: 1, change_id: newId(now), after_host: null },
    at: now,
  });
  const written = await own.batch([
    body === null
      ? own.delete(legalPages).where(and(eq(legalPages.organization_id, id), eq(legalPages.page, page)))
      : own
          .insert(legalPages)
          .values({ organization_id: id, page, ...row, body })
          .onConflictDoUpdate({
            target: [legalPages.organization_id, legalPages.page],
            set: { ...row, body },
          }),
    told.statement,
    own.insert(auditEvents).values(await note("legal_page.saved", page, { own: body !== null })),
  ]);
  await told.send(written[1]);
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
