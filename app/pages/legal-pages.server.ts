/** The legal pages that an organization wrote itself: read for its hosts, and saved by those who keep its brand. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { legalKey, legalTexts, publishHostsOf } from "#app/branding/host-tenants.server.ts";
import {
  brandOf,
  ownLegalPages,
  referredHostOf,
  tenantHostOf,
  tenantOrganization,
  wornOrganization,
} from "#app/branding/tenant.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { readKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
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

/** What a legal page shows: its brand, its own text if there is one, and the addresses of both documents. */
export async function legalPageOf(context: Context, page: LegalPage) {
  const ref = referredHostOf(context);
  const query = ref === null ? "" : `?${new URLSearchParams({ ref })}`;
  return { brand: brandOf(context), text: await legalTextOf(context, page), query };
}

/**
 * The text that stands in place of the product's own: that of the host's organization, on the main host that of the
 * visitor's active one, or their agency's; null: neither has one, or no database says which.
 */
async function legalTextOf(context: Context, page: LegalPage): Promise<string | null> {
  const host = tenantHostOf(context);
  const isOwn = host !== null && ownLegalPages(context).includes(page);
  const id = isOwn ? tenantOrganization(context) : wornOrganization(context);
  if (id === null) return null;
  const { timing } = context.get(requestFacts);
  const kept = isOwn ? await readKv(context.get(cloudflare).env.HOSTS, legalKey(host, page), timing) : null;
  if (typeof kept === "string") return kept;
  try {
    return (await legalTexts(context.get(database), id)).get(page) ?? null;
  } catch (error) {
    // A page of words is shown whatever fails: the standard text stands.
    log("error", "legal_text_not_read", { page, message: innermostMessage(error) });
    return null;
  }
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
