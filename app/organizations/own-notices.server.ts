/** The mails about an organization's calls that a member wants: read, and saved by the member alone. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { noticeEvents } from "#app/calls/notices/call-notices.schema.ts";
import { personOf } from "#app/membership/actor.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { verb } from "#app/membership/verb.ts";
import type { Context } from "#app/platform/context.ts";
import { noticesForm } from "./settings-forms.server.ts";

/** Null for a role that receives no mails: they say who called. */
export async function ownNotices({ organization, may, by, user, store }: Member) {
  if (!may("calls.read_persons")) return null;
  return { organization: organization.name, email: user.email, wanted: await store.notices.wantedBy(by.id) };
}

export const noticeChoice = z.object({ events: z.array(z.enum(noticeEvents)) });

/** Saves of which events a member wants to be told by mail; every member chooses for themselves. */
export const chooseNotices = verb(
  { verb: "notices.choose", permission: "calls.read_persons", isPersonal: true, input: noticeChoice },
  async (actor, { events }): Promise<void> => {
    const { id } = personOf(actor);
    await actor.store.notices.want(id, events);
    await actor.record("member.notices_changed", id, { events: events.join(", ") });
  },
);

/** Saves which mails a member wants; 403 for a role that receives none. */
export async function answerNotices(context: Context, form: FormData) {
  const member = permitted(context, "calls.read_persons");
  const submission = parseWithZod(form, { schema: noticesForm });
  if (submission.status !== "success") return data({ notices: submission.reply() }, 422);
  const events = noticeEvents.filter((event) => submission.value[event]);
  await chooseNotices(member, { events });
  return redirect("/organizations?done=notices");
}
