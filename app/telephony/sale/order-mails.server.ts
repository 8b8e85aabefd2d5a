/** Tells the person who ordered a number that it could not be had, and that the money is on its way back. */
import { eq } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { price } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { organizations, users } from "#drizzle/control/schema.ts";
import { reasonWords } from "./order-words.ts";
import type { Order } from "./orders.server.ts";

/** The mail, for the caller's batch; none when the person or the organization is gone. */
export async function orderMails(env: Env, db: Database, order: Order, now: number): Promise<PromisedMail[]> {
  const { organization_id, user_id, phone_number, setup_amount, monthly_amount, currency } = order;
  const all = platform(db);
  const [person, organization] = await Promise.all([
    all.select().from(users).where(eq(users.id, user_id)).get(),
    all.select().from(organizations).where(eq(organizations.id, organization_id)).get(),
  ]);
  if (!person || person.deleted_at !== null || !organization || organization.archived_at !== null) return [];
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  // Drawing a mail takes React: an isolate that sends none does without.
  const { refundedMail } = await import("./refunded.mail.tsx");
  const words = refundedMail({
    brand,
    shown: internationally(phone_number),
    amount: price(setup_amount + monthly_amount, currency, organization.locale),
    why: reasonWords(order.reason),
    organization: organization.name,
    url: `${origin}/numbers/search`,
  });
  return [await promiseMail(env, { to: person.email, ...sender, ...words }, now)];
}
