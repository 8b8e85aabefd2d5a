/** The answers of the invitation forms on /users: invite, resend, revoke. */

import { data } from "react-router";
import { z } from "zod";
import { orLargerPlan } from "#app/billing/upgrade.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { type Invited, inviteMember, resendInvitation, revokeInvitation } from "./invitations.server.ts";
import { addressesIn, type InviteReply, mostAtOnce } from "./invited-addresses.ts";

const onItsWay = (email: string, isSent: boolean): string =>
  isSent
    ? `An invitation is on its way to ${email}.`
    : `The invitation for ${email} is saved. We'll email it as soon as our email service responds.`;

const words = {
  refused: "Your role doesn't allow that. Nothing was changed.",
  unproven: "To invite an owner or resend an owner's invitation, confirm it's you below.",
  unknown: "That invitation is no longer pending. Nothing was changed.",
} as const;

/** The refusal of an outcome, in words; null when it was done. */
const refusal = (sentence: string, status: number, retryAfter?: number) =>
  data(
    { errors: [sentence] },
    { status, headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) } },
  );

const longestPaste = 10_000;
const inviteForm = z.object({
  emails: z.string().max(longestPaste).catch(""),
  role: z.string().max(64).catch(""),
});

type Tried = { email: string; outcome: Invited | "invalid" };

async function tryAddress(actor: Actor, email: string, role: string, deps: Deps): Promise<Tried | "no_role"> {
  const parsed = inviteMember.input.safeParse({ email, role });
  if (parsed.success) return { email, outcome: await inviteMember(actor, parsed.data, deps) };
  return parsed.error.issues.some(({ path }) => path[0] === "role")
    ? "no_role"
    : { email, outcome: "invalid" };
}

/** Why no more people can be invited, and what can be done. */
const seatsFull = (actor: Actor): string => {
  const { members } = actor.limits;
  return `Your plan has room for ${members} people. Remove someone first, ${orLargerPlan(actor, "members")}`;
};

function wordsOf(actor: Actor, { outcome }: Tried): string {
  if (outcome === "invalid") return "Invalid email address";
  if (outcome.ok)
    return outcome.isSent ? "Invited" : "Saved. We'll email it as soon as our email service responds.";
  if (outcome.reason === "member") return "Already a member";
  if (outcome.reason === "plan_full") return seatsFull(actor);
  return outcome.reason === "too_many" ? waitWords(outcome.retryAfter) : words[outcome.reason];
}

const isDone = ({ outcome }: Tried): boolean => outcome !== "invalid" && outcome.ok;

/** "An invitation is on its way to mara@x.test."; of several: "3 invitations are on their way." */
function saidOf(done: readonly Tried[]): string {
  const [only, ...others] = done;
  if (only && others.length === 0 && only.outcome !== "invalid" && only.outcome.ok)
    return onItsWay(only.outcome.email, only.outcome.isSent);
  const unsent = done.filter(({ outcome }) => outcome !== "invalid" && outcome.ok && !outcome.isSent).length;
  return unsent === 0
    ? `${done.length} invitations are on their way.`
    : `${done.length} invitations are saved. We'll email them as soon as our email service responds.`;
}

/** Intent `invite`: addresses, each answered for itself, and their role. */
async function answerInvite(actor: Actor, form: FormData, deps: Deps) {
  const { emails, role } = inviteForm.parse(Object.fromEntries(form));
  const refused = (errors: InviteReply["errors"], status: number) =>
    data({ invite: { addresses: [], left: emails, role, errors } satisfies InviteReply }, { status });
  const addresses = addressesIn(emails);
  if (addresses.length === 0) return refused({ emails: ["Enter at least one email address"] }, 422);
  if (addresses.length > mostAtOnce)
    return refused({ emails: [`Invite up to ${mostAtOnce} people at a time`] }, 422);
  const answers = await Promise.all(addresses.map((email) => tryAddress(actor, email, role, deps)));
  const tried = answers.filter((one) => one !== "no_role");
  if (tried.length < answers.length) return refused({ role: ["Choose a role from the list"] }, 422);
  const reasons = tried.map(({ outcome }) => (outcome === "invalid" || outcome.ok ? null : outcome.reason));
  if (reasons.includes("unproven")) return refused({ role: [words.unproven] }, 403);
  if (reasons.includes("refused")) return refused({ role: [words.refused] }, 422);
  const done = tried.filter(isDone);
  const waits = tried.map(({ outcome }) =>
    outcome !== "invalid" && !outcome.ok && outcome.reason === "too_many" ? outcome.retryAfter : 0,
  );
  const isAllDone = done.length === tried.length;
  const left = tried.filter((one) => !isDone(one)).map(({ email }) => email);
  const invite: InviteReply = {
    addresses: isAllDone
      ? []
      : tried.map((one) => ({ email: one.email, words: wordsOf(actor, one), isInvited: isDone(one) })),
    left: left.join("\n"),
    role: isAllDone ? "" : role,
    errors: {},
  };
  const retryAfter = Math.max(...waits);
  return data(
    { invite, ...(done.length > 0 && { said: saidOf(done) }) },
    done.length > 0
      ? { status: 200 }
      : retryAfter > 0
        ? { status: 429, headers: { "retry-after": String(retryAfter) } }
        : { status: 422 },
  );
}

/** Any form about invitations, by its intent; null for other forms. */
export async function answerInvitations(actor: Actor, form: FormData, deps: Deps) {
  if (form.get("intent") === "invite") return answerInvite(actor, form, deps);
  const parsed = resendInvitation.input.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refusal(words.unknown, 422);
  if (form.get("intent") === "revoke") {
    const outcome = await revokeInvitation(actor, parsed.data, deps);
    if (outcome.ok) return data({ said: "Invitation revoked. The link no longer works." });
    return refusal(words[outcome.reason], outcome.reason === "unknown" ? 404 : 403);
  }
  const outcome = await resendInvitation(actor, parsed.data, deps);
  if (outcome.ok)
    return data({ said: `${onItsWay(outcome.email, outcome.isSent)} The previous link no longer works.` });
  if (outcome.reason === "too_many") return refusal(waitWords(outcome.retryAfter), 429, outcome.retryAfter);
  if (outcome.reason === "refused" || outcome.reason === "unproven")
    return refusal(words[outcome.reason], 403);
  return refusal(words.unknown, 404);
}

/** The intents that `answerInvitations` takes. */
export const isAboutInvitations = (intent: unknown): boolean =>
  intent === "invite" || intent === "resend" || intent === "revoke";
