/** Stores findings and mails them, each once (docs/security.md, "Unusual activity"). */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { platformBrand } from "#app/branding/brand.schema.ts";
import { type Letterhead, letterhead } from "#app/branding/letterhead.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { violates } from "#app/platform/constraints.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import { count } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import {
  mailOutbox,
  organizationMembers,
  organizations,
  securityAlerts,
  userRoles,
  users,
} from "#drizzle/control/schema.ts";
import { audienceOf, type Facts, findingWords, type Rule } from "./findings.ts";

export type Finding = {
  readonly rule: Rule;
  /** What it is about and in which hour or day: the same finding is told once. */
  readonly subject: string;
  readonly organization_id?: string | null;
  readonly user_id?: string | null;
  /** Stored: figures and ids, never a name or an address of a person. */
  readonly facts: Facts;
  /** The names in its mails; pages read them anew. */
  readonly names?: Facts;
};

/**
 * Mails of one rule to one person in a run; what is more comes in one mail that says how many. Noise of one rule fills no
 * mailbox, and hides no finding of another.
 */
const mostMails = 5;

/** Who was mailed about which rule in this run, and how often. */
type Told = Map<string, { rule: Rule; to: Recipient; mails: number; more: number }>;

type Recipient = {
  email: string;
  name: string | null;
  worn: Letterhead;
  url: string;
  why: string;
  link: string;
};

/** Stores the findings that are new, each with its mails in one batch. `now`: ms UTC. How many were new. */
export async function raise(
  env: Env,
  db: Database,
  findings: readonly Finding[],
  now: number,
): Promise<number> {
  const all = platform(db);
  const subjects = JSON.stringify(findings.map(({ subject }) => subject));
  if (findings.length === 0) return 0;
  const known = await all
    .select({ subject: securityAlerts.subject })
    .from(securityAlerts)
    // A table of organizations is read by a key.
    .where(sql`${securityAlerts.subject} in (select value from json_each(${subjects})) and id is not null`);
  const old = new Set(known.map(({ subject }) => subject));
  const told: Told = new Map();
  let raised = 0;
  for (const finding of findings) {
    if (old.has(finding.subject)) continue;
    try {
      const promised = await mailsOf(env, db, finding, told, now);
      if (await store(db, finding, promised, now)) raised += 1;
    } catch (error) {
      // One finding that cannot be told does not silence the others; the next run tries it again.
      const where = { url: `/watch/${finding.rule}`, route: `watch/${finding.rule}` };
      await recordError(env, { error, ...where, request_id: newId(), severity: "error" });
    }
  }
  await tellMore(env, db, told, now);
  return raised;
}

/** One mail to each who has more findings of a rule than mails about it. */
async function tellMore(env: Env, db: Database, told: Told, now: number): Promise<void> {
  for (const { rule, to, more } of told.values()) {
    if (more === 0) continue;
    const { title } = findingWords(rule, {}, { locale: "en-US" });
    const line = `${count(more, "en-US")} more findings of this kind came at the same time. All of them are on the page.`;
    const mail = await alertTo(env, to, { title, line }, now);
    await platform(db).insert(mailOutbox).values(mail.row);
    await mail.send();
  }
}

/** Stores a finding with its mails in one batch, and sends these. Whether it was new. */
async function store(
  db: Database,
  { rule, subject, organization_id = null, user_id = null, facts }: Finding,
  promised: readonly PromisedMail[],
  now: number,
): Promise<boolean> {
  const all = platform(db);
  const row = { id: newId(now), rule, subject, organization_id, user_id, facts, created_at: now };
  try {
    await all.batch([
      all.insert(securityAlerts).values(row),
      ...promised.map((mail) => all.insert(mailOutbox).values(mail.row)),
    ]);
  } catch (error) {
    // Another run found it at the same moment, and tells it.
    if (violates(error, "UNIQUE constraint failed: security_alerts.subject")) return false;
    throw error;
  }
  await Promise.all(promised.map((mail) => mail.send()));
  return true;
}

async function mailsOf(
  env: Env,
  db: Database,
  finding: Finding,
  told: Told,
  now: number,
): Promise<PromisedMail[]> {
  const recipients = (await recipientsOf(env, db, finding)).filter((to) => {
    const key = `${finding.rule} ${to.email}`;
    const before = told.get(key) ?? { rule: finding.rule, to, mails: 0, more: 0 };
    const isMailed = before.mails < mostMails;
    const { mails, more } = before;
    told.set(key, isMailed ? { ...before, mails: mails + 1 } : { ...before, more: more + 1 });
    return isMailed;
  });
  const words = findingWords(finding.rule, { ...finding.facts, ...finding.names }, { locale: "en-US" });
  return Promise.all(recipients.map((to) => alertTo(env, to, words, now)));
}

async function alertTo(
  env: Env,
  { email, name, worn, url, link, why }: Recipient,
  words: { title: string; line: string },
  now: number,
): Promise<PromisedMail> {
  // Drawing a mail takes React: a run that sends none does without.
  const { alertMail } = await import("./alert.mail.tsx");
  const drawn = alertMail({ brand: worn.brand, name, ...words, link, url, why });
  return promiseMail(env, { to: email, ...worn.sender, ...drawn }, now);
}

async function recipientsOf(env: Env, db: Database, finding: Finding): Promise<Recipient[]> {
  const { rule, organization_id, user_id } = finding;
  const audience = audienceOf(rule);
  const found = [
    ...(audience.includes("owners") && organization_id ? await ownersOf(env, db, organization_id) : []),
    ...(audience.includes("person") && user_id ? await themselves(env, db, user_id) : []),
    ...(audience.includes("admins") ? await adminsOf(env, db) : []),
  ];
  // An owner who is a platform admin too is told once.
  return [...new Map(found.reverse().map((one) => [one.email, one])).values()];
}

async function ownersOf(env: Env, db: Database, id: string): Promise<Recipient[]> {
  const owners = await tenant(db, id)
    .select({
      email: users.email,
      name: users.name,
      // Under a name of its own: two columns "name" would collapse into one.
      organization: sql<string>`${organizations.name}`.as("organization"),
    })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(
      and(
        eq(organizationMembers.organization_id, id),
        eq(organizationMembers.role, "owner"),
        isNull(users.deleted_at),
        isNull(organizations.archived_at),
      ),
    );
  if (owners.length === 0) return [];
  const worn = await brandOfOrganization(db, env, id);
  return owners.map(({ email, name, organization }) => ({
    email,
    name,
    worn,
    url: `${worn.origin}/users/activity`,
    link: "See what happened",
    why: `you're an owner of ${organization}`,
  }));
}

/** In the brand of an organization of theirs, and of the platform where they have none. */
async function themselves(env: Env, db: Database, userId: string): Promise<Recipient[]> {
  const all = platform(db);
  const person = await all
    .select({
      email: users.email,
      name: users.name,
      home: sql<string | null>`(select m.organization_id from organization_members m
        left join profiles p on p.id = m.user_id join organizations o on o.id = m.organization_id
        where m.user_id = users.id and o.archived_at is null
        order by (m.organization_id = p.organization_id) desc limit 1)`.as("home"),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
    .get();
  if (!person) return [];
  const { email, name, home } = person;
  const worn = home === null ? null : await brandOfOrganization(db, env, home);
  const origin = worn?.origin ?? publicOrigin(settings(env));
  return [
    {
      email,
      name,
      worn: worn ?? platformLetterhead(env),
      url: `${origin}/security`,
      link: "Check your account",
      why: "you have an account with this address",
    },
  ];
}

async function adminsOf(env: Env, db: Database): Promise<Recipient[]> {
  const admins = await platform(db)
    .select({ email: users.email, name: users.name })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.user_id))
    .where(and(inArray(userRoles.role, ["admin"]), isNull(users.deleted_at)));
  return admins.map((one) => ({
    ...one,
    worn: platformLetterhead(env),
    url: `${publicOrigin(settings(env))}/admin/security`,
    link: "Open platform security",
    why: "you're a platform admin",
  }));
}

const platformLetterhead = (env: Env): Letterhead =>
  letterhead({ brand: platformBrand, name: null, address: null, origin: publicOrigin(settings(env)) });
