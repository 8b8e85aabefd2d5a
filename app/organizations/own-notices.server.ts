/** The mails about an organization's calls that a member wants: read, and saved by the member alone. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { noticeEvents } from "#app/calls/notices/call-notices.schema.ts";
import { lacksRequiredFactor, personOf } from "#app/membership/actor.ts";
import { type Member, permitted, setupFirst } from "#app/membership/membership.server.ts";
import { verb } from "#app/membership/verb.ts";
import type { Context } from "#app/platform/context.ts";
import { Fault } from "#app/platform/errors.ts";
import { noticesForm } from "./settings-forms.server.ts";

/** Null for a role that receives no mails, because they say who called, and for a member without a required second factor. */
export async function ownNotices(member: Member) {
  const { organization, may, by, user, store } = member;
  if (!may("calls.read_persons") || lacksRequiredFactor(member)) return null;
  return { organization: organization.name, email: user.email, wanted: await store.notices.wantedBy(by.id) };
}

export const noticeChoice = z.object({ events: z.array(z.enum(noticeEvents)) });

/**
 * Saves of which events a member wants to be told by mail; every member chooses for themselves.
 * @throws Fault `forbidden` for a member without a required second factor
 */
export const chooseNotices = verb(
  { verb: "notices.choose", permission: "calls.read_persons", isPersonal: true, input: noticeChoice },
  async (actor, { events }): Promise<void> => {
    if (lacksRequiredFactor(actor)) throw new Fault("forbidden", "needs a second factor");
    const { id } = personOf(actor);
    await actor.store.notices.want(id, events);
    await actor.record("member.notices_changed", id, { events: events.join(", ") });
  },
);

/** Saves which mails a member wants; 403 for a role that receives none, and for a member without a required second factor. */
export async function answerNotices(context: Context, form: FormData) {
  const member = permitted(context, "calls.read_persons");
  if (lacksRequiredFactor(member)) throw setupFirst(member.organization.name);
  const submission = parseWithZod(form, { schema: noticesForm });
  if (submission.status !== "success") return data({ notices: submission.reply() }, 422);
  const events = noticeEvents.filter((event) => submission.value[event]);
  await chooseNotices(member, { events });
  return redirect("/organizations?done=notices");
}
