/** The organizations of one person: creating one, and listing them. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirectDocument } from "react-router";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { activeMembership, lookingAt, storingCookie } from "#app/membership/active-organization.server.ts";
import { isVisiting } from "#app/membership/actor.ts";
import { restorable } from "#app/membership/deleted-organizations.server.ts";
import { regionFor } from "#app/membership/first-organization.ts";
import { organization } from "#app/membership/membership.server.ts";
import { placeOf } from "#app/membership/organizations.server.ts";
import { whereaboutsOf } from "#app/membership/whereabouts.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, organizationMembers, organizations } from "#drizzle/control/schema.ts";
import { ownersOf } from "./members.server.ts";
import { organizationName } from "./settings-forms.server.ts";

/** Every organization has a trial: the limit keeps a person from founding dozens for that. */
const foundingLimit = (userId: string) => ({ key: `found:${userId}`, most: 5, within_ms: day_ms });

/** The signed-in person; the dashboard's guard stands before the pages that call this. */
export async function signedIn(request: Request, context: Context): Promise<SignedIn> {
  const who = await visitor(request, context);
  if (who.kind !== "full") throw faultResponse("forbidden");
  return who;
}

/** The list of /organizations: the person's own, by name. */
export async function ownOrganizations(request: Request, context: Context) {
  const who = await signedIn(request, context);
  const active = organization(context);
  const { id: activeId, locale } = active.organization;
  const isOwner = active.by.role === "owner";
  const owners = isOwner ? await ownersOf(context.get(database), activeId) : null;
  const byName = new Intl.Collator(locale);
  return {
    activeId,
    canCreate: who.host === null,
    isOnlyOwner: owners === 1,
    canLeave: !isVisiting(active),
    deleted: restorable(who, Date.now()),
    organizations: who.memberships
      .map(({ id, name, role }) => ({ id, name, role }))
      .sort((a, b) => byName.compare(a.name, b.name)),
  };
}

const createForm = z.object({ name: organizationName });

/** Creates an organization owned by the person and switches to it: on the main host, at most 5 a day. */
export async function answerCreate(request: Request, context: Context, form: FormData) {
  const who = await signedIn(request, context);
  // It would live on the main host, where this session has no access.
  if (who.host !== null) throw faultResponse("forbidden");
  const submission = parseWithZod(form, { schema: createForm });
  if (submission.status !== "success") return data({ result: submission.reply() }, 422);
  const now = Date.now();
  const spent = await spend(context.get(database), [foundingLimit(who.user.id)], now);
  if (!spent.ok) {
    const reply = submission.reply({ formErrors: [waitWords(spent.retryAfter)] });
    return data({ result: reply }, { status: 429, headers: { "retry-after": String(spent.retryAfter) } });
  }
  const id = await create(request, context, who, submission.value.name, now);
  return redirectDocument("/dashboard", { headers: { "set-cookie": storingCookie(request, id) } });
}

/** The new one copies the person's place and language, or gets a newcomer's defaults; nothing else. */
async function create(
  request: Request,
  context: Context,
  who: SignedIn,
  name: string,
  now: number,
): Promise<string> {
  const db = platform(context.get(database));
  const id = newId(now);
  const { user } = who;
  const from = activeMembership(request, who) ?? who.deleted[0];
  const whereabouts = whereaboutsOf(context);
  const place = from
    ? { time_zone: from.time_zone, locale: from.locale, currency: from.currency, country: from.country }
    : placeOf(undefined, whereabouts);
  const event = { actor_id: user.id, organization_id: id, action: "organization.created", target: id };
  await db.batch([
    db.insert(organizations).values({
      id,
      name,
      ...place,
      region: regionFor(whereabouts),
      created_by: user.id,
      created_at: now,
      updated_at: now,
    }),
    db
      .insert(organizationMembers)
      .values({ organization_id: id, user_id: user.id, role: "owner", created_at: now }),
    lookingAt(db, user.id, id, now),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return id;
}
