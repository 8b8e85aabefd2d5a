/** /users: the data of its page, and the answers of its forms. */

import { data, redirect, replace } from "react-router";
import { z } from "zod";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import { type Actor, isProven } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { grantable } from "#app/membership/permissions.ts";
import type { Context } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, shortDate } from "#app/platform/format.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { waitingCursor } from "./invitation-words.ts";
import { answerInvitations, isAboutInvitations } from "./invitations-answers.server.ts";
import { allowJoining, joiningChoice, stopJoining } from "./joining-domains.server.ts";
import { memberKey, membersOf } from "./member-list.server.ts";
import { changeRole, type Outcome, removeMember, transferOwnership } from "./members.server.ts";
import { signedIn } from "./own-organizations.server.ts";
import { supportForm } from "./settings-forms.server.ts";
import { signOutMember } from "./sign-out-member.server.ts";
import { allowSupport, supportAccess } from "./support-access.server.ts";

const doneSentences = {
  role: "Role changed.",
  remove: "Member removed.",
  transfer: "Ownership transferred.",
  "sign-out": "Signed out on every device. We've let them know by email.",
  support: "Saved. It takes effect immediately.",
  "joining-allow": "Saved. We've let the owners know by email.",
  "joining-stop": "Saved. From now on, they need an invitation.",
};

/** The address of the page that was requested or posted to, with some of its parameters. */
function pathOf({ url }: Request, kept: readonly string[], done?: keyof typeof doneSentences): string {
  const query = new URLSearchParams([...new URL(url).searchParams].filter(([name]) => kept.includes(name)));
  if (done !== undefined) query.set("done", done);
  return query.size === 0 ? "/users" : `/users?${query}`;
}

/** After a change the person stays on the same page of the list. */
const doneAt = (request: Request, done: keyof typeof doneSentences) =>
  redirect(pathOf(request, ["cursor", waitingCursor], done));

const besides = ({ newer, older }: { newer?: string; older?: string }) => ({ newer, older });

export async function membersPage(request: Request, context: Context) {
  const { by, user, may, organization, membership, hiddenSections } = permitted(context, "members.read");
  const { id, name, timeZone, locale } = organization;
  const who = await signedIn(request, context);
  const now = Date.now();
  const cursor = cursorOf(request.url, memberKey);
  const invitationsCursor = cursorOf(request.url, ["id"], waitingCursor);
  const found = await membersOf(context, cursor, invitationsCursor);
  // The members of that page have gone meanwhile.
  if (found.members.rows.length === 0 && cursor.key !== null) throw replace(pathOf(request, [waitingCursor]));
  if (found.invitations.rows.length === 0 && invitationsCursor.key !== null)
    throw replace(pathOf(request, ["cursor"]));
  const place = { timeZone, locale };
  const given = grantable(by.role);
  const isOwner = may("organization.own");
  const { agency } = membership;
  // Its usual place is /settings, which an agency can hide; who may come in is the client's to decide all the same.
  const support =
    agency && may("organization.write") && isHidden(hiddenSections, "settings")
      ? { ...(await supportAccess(context.get(database), id, place)), agency: agency.name }
      : null;
  const canSignOut = may("members.write");
  const isAsked = canSignOut && needsProof(who, now);
  // Owners come first: a single owner at the top is the only one.
  const owners = found.members.rows.filter((one) => one.role === "owner").length;
  const hasOneOwner = found.members.newer === undefined && owners === 1;
  return {
    done: doneWords(request.url, doneSentences),
    organization: name,
    isOwner,
    support,
    joining: isOwner ? found.domains : [],
    canSeeActivity: may("organization.write"),
    needsProof: isAsked,
    email: who.user.email,
    hasPassword: who.hasPassword,
    hasFactor: who.hasFactor,
    hasPasskey: isAsked && (await hasPasskeyHere(request, context, user.id)),
    grantable: given,
    members: found.members.rows.map((one) => ({
      id: one.user_id,
      who: one.name ?? one.email,
      email: one.email,
      role: one.role,
      isSelf: one.user_id === user.id,
      canChange: given.some((own) => own === one.role),
      isOnlyOwner: one.role === "owner" && hasOneOwner,
      // Last-seen is written once an hour; the person who asks is here now.
      seen:
        one.user_id === user.id
          ? "Active now"
          : one.last_seen_at === null
            ? "Hasn't visited yet"
            : `Last seen ${ago(one.last_seen_at, now, place)}`,
      hasFactor: Boolean(one.has_factor),
    })),
    invitations: found.invitations.rows.map(({ id, email, role: given_role, expires_at }) => ({
      id,
      email,
      role: given_role,
      until: expires_at > now ? `Expires ${shortDate(expires_at, now, place)}` : "Expired. Resend to renew.",
      canChange: given.some((own) => own === given_role),
    })),
    membersBeside: besides(found.members),
    invitationsBeside: besides(found.invitations),
  };
}

const words = {
  last_owner: [422, "An organization needs an owner. Make someone else an owner first."],
  unproven: [403, "To change owners, confirm it's you below and try again."],
  refused: [403, "Your role doesn't allow that. Nothing was changed."],
  unknown: [404, "That person is no longer a member."],
  self: [422, "Manage your own devices under Security."],
  elsewhere: [
    422,
    "This person can also open other pages here, like another organization, so only they can sign out their devices. To end their access to this organization, remove them.",
  ],
  unproven_joining: [403, "To let people join, confirm it's you below and try again."],
  foreign_joining: [422, "That domain isn't verified. Verify it under Custom domains first."],
  taken_joining: [409, "People with that domain already join another organization."],
  unproven_sign_out: [403, "To sign someone out, confirm it's you below and try again."],
} as const;

const refusal = (reason: keyof typeof words) => {
  const [status, sentence] = words[reason];
  return data({ errors: [sentence] }, status);
};

/** The refusal of an outcome, in words; null when it was done. */
export function refusalOf(outcome: Outcome) {
  return outcome.ok ? null : refusal(outcome.reason);
}

/** A form of the panel about joining; null: it is of another one. */
async function answerJoining(request: Request, member: Actor, form: FormData, deps: Deps) {
  const intent = form.get("intent");
  if (intent !== "joining-allow" && intent !== "joining-stop") return null;
  const wanted = joiningChoice.safeParse(Object.fromEntries(form));
  if (!wanted.success) throw faultResponse("bad_request");
  const change = intent === "joining-allow" ? allowJoining : stopJoining;
  const outcome = await change(member, wanted.data, deps);
  return outcome.ok ? doneAt(request, intent) : refusal(`${outcome.reason}_joining`);
}

const deed = z.enum(["role", "remove", "transfer", "sign-out"]);

/** A form that none of our pages sends: the page stays, with a message. */
const unreadable = () =>
  data({ errors: ["Choose a member and a role from the list. Nothing was changed."] }, 422);

/** A form of /users, by its intent. */
export async function answerMembers(request: Request, context: Context, form: FormData) {
  const member = permitted(context, "members.write");
  if (form.get("intent") === "confirm") return answerConfirmation(request, context, form);
  const deps = depsOf(context);
  if (isAboutInvitations(form.get("intent"))) return answerInvitations(member, form, deps);
  if (form.get("intent") === "support") {
    const wanted = supportForm.safeParse(Object.fromEntries(form));
    if (!wanted.success) throw faultResponse("bad_request");
    await allowSupport(member, wanted.data, deps);
    return doneAt(request, "support");
  }
  const joined = await answerJoining(request, member, form, deps);
  if (joined) return joined;
  const { data: intent } = deed.safeParse(form.get("intent"));
  if (intent === undefined) throw faultResponse("bad_request");
  const typed = Object.fromEntries(form);
  const chosen = removeMember.input.safeParse(typed);
  if (!chosen.success) return unreadable();
  switch (intent) {
    case "transfer": {
      permitted(context, "organization.own");
      // The page asks for a proof first; direct posts are checked too (R3).
      if (!isProven(member, Date.now())) return redirect("/users");
      const outcome = await transferOwnership(member, chosen.data, deps);
      return refusalOf(outcome) ?? doneAt(request, "transfer");
    }
    case "sign-out": {
      const outcome = await signOutMember(member, chosen.data, deps);
      if (outcome.ok) return doneAt(request, "sign-out");
      if (outcome.reason === "unproven") return refusal("unproven_sign_out");
      if (outcome.reason !== "too_many") return refusal(outcome.reason);
      const headers = { "retry-after": String(outcome.retryAfter) };
      return data({ errors: [waitWords(outcome.retryAfter)] }, { status: 429, headers });
    }
    case "remove": {
      const outcome = await removeMember(member, chosen.data, deps);
      const isSelf = chosen.data.member === member.by.id;
      return refusalOf(outcome) ?? (isSelf ? redirect("/organizations") : doneAt(request, "remove"));
    }
    case "role": {
      const wanted = changeRole.input.safeParse(typed);
      if (!wanted.success) return unreadable();
      return refusalOf(await changeRole(member, wanted.data, deps)) ?? doneAt(request, "role");
    }
  }
}
