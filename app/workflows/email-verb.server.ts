/** Sends an email for a workflow: only where it cannot be used to write to strangers in another's name. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { sendOnce } from "#app/mail/send-once.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";

/** Emails of an organization's workflows in an hour. */
const mostEmails = 200;
/** Of those, emails in a day to addresses that are no contact's and no member's. */
const mostStrangers = 20;

const writing = z.object({
  to: z.email(),
  subject: z.string().max(1000),
  text: z.string().max(20_000),
  /** The same one again sends nothing. */
  key: z.string().max(200),
});

type Refusal = "unpaid" | "barred" | "strangers" | "hour";
type Sent = { ok: true } | { ok: false; reason: Refusal };

/** Why an email is not sent, in words. */
export const emailRefusals: Readonly<Record<Refusal, string>> = {
  unpaid:
    "Until you choose a plan, or mail comes from an address of your own, workflows write to your members only",
  barred: "This person asked not to be contacted",
  strangers: `Workflows write to ${mostStrangers} addresses a day that are no contact's. Add the person as a contact`,
  hour: `More than ${mostEmails} emails in an hour`,
};

async function isMembers(db: Database, organization_id: string, email: string): Promise<boolean> {
  const found = await tenant(db, organization_id)
    .select({ id: users.id })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(
      and(
        eq(organizationMembers.organization_id, organization_id),
        eq(users.email_folded, email.toLowerCase()),
      ),
    )
    .get();
  return found !== undefined;
}

/** Sends an email in the organization's brand, once. */
export const sendWorkflowEmail: Verb<typeof writing, [Pick<Deps, "db" | "env">], Sent> = verb(
  { verb: "workflows.email", permission: "messages.write", section: "calls", input: writing },
  async (actor, input, { db, env }) => {
    const { to, subject, text, key } = writing.parse(input);
    const { id, name, status } = actor.organization;
    const { brand, sender } = await brandOfOrganization(db, env, id);
    const limits = [{ key: `workflow_emails:${id}`, most: mostEmails, within_ms: hour_ms }];
    if (!(await isMembers(db, id, to))) {
      // The platform's own address is the one that sign-in codes come from.
      if (isUnpaid(status) && sender.from_address === undefined) return { ok: false, reason: "unpaid" };
      const standing = await actor.store.contactBook.emailStanding(to);
      if (standing === "barred") return { ok: false, reason: "barred" };
      if (standing === "unknown")
        limits.push({ key: `workflow_strangers:${id}`, most: mostStrangers, within_ms: day_ms });
    }
    const now = Date.now();
    const spent = await spend(db, limits, now);
    if (!spent.ok)
      return { ok: false, reason: spent.full.includes(`workflow_emails:${id}`) ? "hour" : "strangers" };
    // Drawing a mail takes React: an isolate that sends none does without.
    const { workflowEmail } = await import("./workflow-email.mail.tsx");
    const words = workflowEmail({ brand, organization: name, subject, text });
    const mail = await promiseMail(env, { to, ...sender, ...words }, now, now + day_ms);
    await sendOnce(db, { mark: `workflow:${key}`, organization_id: id, mails: [mail], now });
    return { ok: true };
  },
);
