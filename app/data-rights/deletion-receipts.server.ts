/** The receipt of a deleted organization: prepared while it is still known whom to tell, signed when nothing is left. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { hostsOf } from "#app/branding/host-tenants.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { open, seal } from "#app/platform/crypto.server.ts";
import { type Database, type PlatformDb, tenant } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import {
  dataReceipts,
  mailOutbox,
  organizationMembers,
  organizations,
  users,
} from "#drizzle/control/schema.ts";
import { newReceiptId, signReceipt } from "./receipts.server.ts";

const recipientsShape = z.object({
  organization: z.string(),
  requested_at: z.int(),
  brand: z.object({ company_name: z.string(), primary_color: z.string(), logo: z.string().optional() }),
  sender: z.object({
    from_name: z.string().optional(),
    reply_to: z.email().optional(),
  }),
  /** Null: its people signed in on a host of its own, which went with it. */
  origin: z.string().nullable(),
  people: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
});
type Recipients = z.infer<typeof recipientsShape>;

const about = (id: string): string => `receipt:${id}`;

const pendingOf = (db: Database, organization_id: string) =>
  tenant(db, organization_id)
    .select({
      id: dataReceipts.id,
      recipients: dataReceipts.recipients,
      created_at: dataReceipts.created_at,
    })
    .from(dataReceipts)
    .where(
      and(
        eq(dataReceipts.organization_id, organization_id),
        eq(dataReceipts.kind, "deletion"),
        isNull(dataReceipts.document),
      ),
    )
    .get();

/**
 * Notes whom to tell, before the first row is deleted. A purge that is interrupted finds the note and writes no other.
 * @param now ms UTC
 */
export async function prepareReceipt(env: Env, db: Database, id: string, now: number): Promise<void> {
  if (await pendingOf(db, id)) return;
  const own = tenant(db, id);
  const organization = await own
    .select({ name: organizations.name, archived_at: organizations.archived_at })
    .from(organizations)
    .where(eq(organizations.id, id))
    .get();
  if (!organization) return;
  const people = await own
    .select({ email: users.email, name: users.name })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(and(eq(organizationMembers.organization_id, id), eq(organizationMembers.role, "owner")));
  const { brand, sender, origin } = await brandOfOrganization(db, env, id);
  // Its own hosts and sending domain go with it.
  const isOwnHost = (await hostsOf(db, id)).includes(new URL(origin).hostname);
  const { company_name, primary_color } = brand;
  const recipients: Recipients = {
    organization: organization.name,
    requested_at: organization.archived_at ?? now,
    brand: { company_name, primary_color },
    sender: {
      ...(sender.from_name && { from_name: sender.from_name }),
      ...(sender.reply_to && { reply_to: sender.reply_to }),
    },
    origin: isOwnHost ? null : origin,
    people,
  };
  const receipt = newReceiptId();
  const sealed = await seal(settings(env).APP_SECRET, about(receipt), JSON.stringify(recipients));
  await own.insert(dataReceipts).values({
    id: receipt,
    organization_id: id,
    kind: "deletion",
    recipients: sealed,
    created_at: now,
  });
}

/** What was looked at after the last row was deleted: nothing may be left. */
export type Verified = {
  /** Tables that were searched for rows, and the rows that were found. */
  tables: number;
  rows_left: number;
  /** Tables in the organization's own database, and files. */
  object_tables_left: number;
  files_left: number;
};

/**
 * The statements that complete the receipt and promise its mails, for the batch that ends the purge; `send` sends the
 * mails after it. None when no receipt was prepared.
 */
export async function completingReceipt(
  env: Env,
  db: Database,
  all: PlatformDb,
  organization_id: string,
  verified: Verified,
  now: number,
) {
  const pending = await pendingOf(db, organization_id);
  if (!pending?.recipients) return { statements: [], send: async () => undefined };
  const { id } = pending;
  const text = await open(keyringOf(settings(env)), about(id), pending.recipients);
  const told = recipientsShape.parse(JSON.parse(text));
  const signed = await signReceipt(env, {
    receipt: id,
    type: "deletion_of_an_organization",
    organization: { id: organization_id },
    requested_at: new Date(told.requested_at).toISOString(),
    completed_at: new Date(now).toISOString(),
    verified,
    deleted: [
      "The organization's own database: agents, calls, transcripts, messages, appointments, contacts, usage.",
      "Its account: name, members, invitations, settings, brand, domains, subscription, orders, error log.",
      "Its files: images, templates, exports. Its telephone numbers went back to the carrier.",
    ],
    kept: [
      "The audit trail of security-related actions, for 400 days.",
      "Identifiers of calls that were billed, and whether there was a trial, as hashes: without names and numbers.",
      "The organization's identifier, and this receipt.",
    ],
    elsewhere:
      "Invoices at the payment provider, emails that were sent, files that were downloaded earlier, and the telephone carrier's own records are outside this system.",
  });
  const { logo, ...looks } = told.brand;
  const brand = { ...looks, ...(logo && { logo }) };
  const { deletionMail } = await import("./deletion.mail.tsx");
  const url = told.origin === null ? null : `${told.origin}/receipts/${id}`;
  const mails = await Promise.all(
    told.people.map(({ email, name }) =>
      promiseMail(
        env,
        {
          to: email,
          ...told.sender,
          ...deletionMail({
            brand,
            name,
            organization: told.organization,
            url,
            receipt: { id, signature: signed.signature },
          }),
        },
        now,
      ),
    ),
  );
  return {
    statements: [
      all
        .update(dataReceipts)
        .set({ ...signed, recipients: sql`null` })
        .where(eq(dataReceipts.id, id)),
      ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
    ],
    send: async () => void (await Promise.all(mails.map(({ send }) => send()))),
  };
}
