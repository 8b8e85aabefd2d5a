/** The mails about an organization's calls that a member wants: read, and saved by the member alone. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { noticeEvents } from "#app/calls/notices/call-notices.schema.ts";
import { actorOfVisitor, type Standing } from "#app/membership/actor.server.ts";
import { lacksRequiredFactor, personOf } from "#app/membership/actor.ts";
import { setupFirst } from "#app/membership/membership.server.ts";
import { verb } from "#app/membership/verb.ts";
import { noticesForm } from "#app/organizations/settings-forms.server.ts";
import type { Context } from "#app/platform/context.ts";
import { Fault, faultResponse } from "#app/platform/errors.ts";

const permission = "calls.read_persons";

/** The person's standing in one of their own organizations; the address or the form names it. */
const standingIn = (request: Request, context: Context, id: string): Promise<Standing> =>
  actorOfVisitor(request, context, ({ memberships }) => memberships.find((one) => one.id === id));

/** `role`: a role that receives no mails, because they say who called; `factor`: a member without a required second factor. */
export async function ownNotices(request: Request, context: Context, organizationId: string) {
  const standing = await standingIn(request, context, organizationId);
  if (standing.is !== "member" && standing.is !== "unprotected") return null;
  const { organization, may, by, store } = standing.actor;
  if (!may(permission)) return "role";
  if (standing.is === "unprotected") return "factor";
  const { id, name } = organization;
  return {
    organization: { id, name },
    email: standing.who.user.email,
    wanted: await store.notices.wantedBy(by.id),
  };
}

export const noticeChoice = z.object({ events: z.array(z.enum(noticeEvents)) });

/**
 * Saves of which events a member wants to be told by mail; every member chooses for themselves.
 * @throws Fault `forbidden` for a member without a required second factor
 */
export const chooseNotices = verb(
  { verb: "notices.choose", permission, isPersonal: true, worksUnpaid: true, input: noticeChoice },
  async (actor, { events }): Promise<void> => {
    if (lacksRequiredFactor(actor)) throw new Fault("forbidden", "needs a second factor");
    const { id } = personOf(actor);
    await actor.store.notices.want(id, events);
    await actor.record("member.notices_changed", id, { events: events.join(", ") });
  },
);

/** Saves which mails a member wants; 403 for a role that receives none, and for a member without a required second factor. */
export async function answerNotices(request: Request, context: Context, form: FormData) {
  const id = form.get("organization");
  const standing = await standingIn(request, context, typeof id === "string" ? id : "");
  if (standing.is === "unprotected") throw setupFirst(standing.actor.organization.name);
  if (standing.is !== "member") throw faultResponse("forbidden");
  if (!standing.actor.may(permission)) {
    await standing.actor.record("access.refused", permission);
    throw faultResponse("forbidden");
  }
  const submission = parseWithZod(form, { schema: noticesForm });
  if (submission.status !== "success") return data({ notices: submission.reply() }, 422);
  const events = noticeEvents.filter((event) => submission.value[event]);
  await chooseNotices(standing.actor, { events });
  const query = new URLSearchParams({ done: "notices", organization: standing.actor.organization.id });
  return redirect(`/profile?${query}`);
}
