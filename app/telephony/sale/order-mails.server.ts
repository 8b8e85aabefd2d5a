/** What the person who ordered a number is told by mail: the receipt, or that the money is on its way back. */
import { eq } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { price, shortDate } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { organizations, users } from "#drizzle/control/schema.ts";
import { reasonWords } from "./order-words.ts";
import type { Order } from "./orders.server.ts";

/** Whom an order's mail goes to, and in which brand; null: the person or the organization is gone. */
async function recipientOf(env: Env, db: Database, { organization_id, user_id }: Order) {
  const all = platform(db);
  const [person, organization] = await Promise.all([
    all.select().from(users).where(eq(users.id, user_id)).get(),
    all.select().from(organizations).where(eq(organizations.id, organization_id)).get(),
  ]);
  if (!person || person.deleted_at !== null || !organization || organization.archived_at !== null)
    return null;
  return { person, organization, ...(await brandOfOrganization(db, env, organization_id)) };
}

/** The mail about a refund, for the caller's batch; none when the person or the organization is gone. */
export async function orderMails(env: Env, db: Database, order: Order, now: number): Promise<PromisedMail[]> {
  const to = await recipientOf(env, db, order);
  if (to === null) return [];
  const { person, organization, brand, origin, sender } = to;
  const { phone_number, setup_amount, monthly_amount, currency } = order;
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

/** The receipt of a number that was bought, for the caller's batch. `paidUntil`: from then on the rent is charged. */
export async function receiptMails(
  env: Env,
  db: Database,
  order: Order,
  paidUntil: number,
  now: number,
): Promise<PromisedMail[]> {
  const to = await recipientOf(env, db, order);
  if (to === null) return [];
  const { person, organization, brand, origin, sender } = to;
  const { phone_number, setup_amount, monthly_amount, currency } = order;
  const { locale, time_zone: timeZone } = organization;
  const shown = (minor: number) => price(minor, currency, locale);
  const { boughtMail } = await import("./bought.mail.tsx");
  const words = boughtMail({
    brand,
    shown: internationally(phone_number),
    paid: shown(setup_amount + monthly_amount),
    parts: [
      `${shown(monthly_amount)} for the first month`,
      ...(setup_amount > 0 ? [`${shown(setup_amount)} setup`] : []),
    ].join(" + "),
    rent: `${shown(monthly_amount)} a month`,
    from: shortDate(paidUntil, now, { locale, timeZone }),
    organization: organization.name,
    url: `${origin}/numbers`,
  });
  return [await promiseMail(env, { to: person.email, ...sender, ...words }, now)];
}
