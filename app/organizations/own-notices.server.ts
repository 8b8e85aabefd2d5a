/** The mails about an organization's calls that a member wants: read, and saved by the member alone. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider, redirect } from "react-router";
import { noticeEvents } from "#app/calls/notices/call-notices.schema.ts";
import { audit } from "#app/membership/audit.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { may } from "#app/membership/permissions.ts";
import { noticesForm } from "./settings-forms.server.ts";

/** Null for a role that receives no mails: they say who called. */
export async function ownNotices({ name, role, user, store }: Member) {
  if (!may(role, "calls.read_persons")) return null;
  return { organization: name, email: user.email, wanted: await store.notices.wantedBy(user.id) };
}

/** Saves which mails a member wants; 403 for a role that receives none. */
export async function answerNotices(context: Readonly<RouterContextProvider>, form: FormData) {
  const member = permitted(context, "calls.read_persons");
  const submission = parseWithZod(form, { schema: noticesForm });
  if (submission.status !== "success") return data({ notices: submission.reply() }, 422);
  const { user } = member;
  const events = noticeEvents.filter((event) => submission.value[event]);
  await member.store.notices.want(user.id, events);
  const changes = { events: events.join(", ") };
  await audit(context, member, { action: "member.notices_changed", target: user.id, changes });
  return redirect("/organizations?done=notices");
}
