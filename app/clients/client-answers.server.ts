/** The answers of the forms on a client's page. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, redirectDocument } from "react-router";
import type { z } from "zod";
import { visitor } from "#app/accounts/session.server.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { storingCookie } from "#app/membership/active-organization.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { answerPrice } from "./billing/price-answers.server.ts";
import { flagClient } from "./client-flags.server.ts";
import { archiveClient, moveClientOut, restoreClient } from "./client-leaving.server.ts";
import { offerClient, withdrawOffer } from "./client-offer.server.ts";
import { inviteToClient, revokeForClient } from "./client-people.server.ts";
import { clientsFullWords } from "./client-places.server.ts";
import { resumeClient, suspendClient, updateClient, withholdSections } from "./client-verbs.server.ts";
import { openClient } from "./open-client.server.ts";

type Result = SubmissionResult<string[]>;
export type ClientIntent = "price" | "details" | "flags" | "sections" | "offer" | "invite" | "open" | "other";
type Reply = { intent: ClientIntent; result: Result };

/** Why something was not done, in words. */
const words: Readonly<Record<string, string>> = {
  unproven: "Confirm it's you below, then try again. Nothing was changed.",
  too_large: "That plan is larger than your own. Choose a smaller one.",
  unpaid: "You can activate clients once you have a subscription yourself.",
  by_card:
    "It pays by card, so its subscription decides its plan and status until it ends. Nothing was changed.",
  late: "It was archived more than 30 days ago, so it can't be restored.",
  ownerless: "Invite an owner first, so that someone can open it. Nothing was changed.",
  switched_off: "This client hasn't allowed support access. Ask an owner to turn it on under Settings.",
  closed: "It's suspended or archived, so it can't be opened.",
  member: "You're a member of this client. Switch to it from the organization menu.",
  plan_full: "This client's plan has no room for more people. Nothing was changed.",
  refused: "Your role doesn't allow that. Nothing was changed.",
};

const sentence = (reason: string): string => words[reason] ?? "That didn't work. Nothing was changed.";
const statusOf = (reason: string): number => (reason === "unproven" || reason === "refused" ? 403 : 409);

const replied = (intent: ClientIntent, result: Result, status: number, headers: HeadersInit = {}) =>
  data<Reply>({ intent, result }, { status, headers });

type Outcome = { ok: true } | { ok: false; reason: string; retryAfter?: number };

/**
 * Parses a form, calls a verb, and leads back to the page with `done`.
 * @throws a 404 answer when the client is not, or no longer, the agency's
 */
async function answered<Shape extends z.ZodType>(
  intent: ClientIntent,
  form: FormData,
  schema: Shape,
  call: (said: z.output<Shape>) => Promise<Outcome>,
  leadTo: string,
  /** Refusals that only this form words, by reason. */
  own: Readonly<Record<string, string>> = {},
) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return replied(intent, submission.reply(), 422);
  const outcome = await call(submission.value);
  if (outcome.ok) return redirect(leadTo);
  if (outcome.reason === "unknown") throw faultResponse("not_found");
  const field = fieldOf[outcome.reason];
  if (outcome.retryAfter !== undefined) {
    const result = submission.reply({ formErrors: [waitWords(outcome.retryAfter)] });
    return replied(intent, result, 429, { "retry-after": String(outcome.retryAfter) });
  }
  if (intent === "invite" && outcome.reason === "member")
    return replied(intent, submission.reply({ fieldErrors: { email: ["Already a member"] } }), 422);
  const error = [own[outcome.reason] ?? sentence(outcome.reason)];
  const result = submission.reply(
    field === undefined ? { formErrors: error } : { fieldErrors: { [field]: error } },
  );
  return replied(intent, result, statusOf(outcome.reason));
}

/** The field that a refusal belongs to. */
const fieldOf: Readonly<Record<string, string>> = { too_large: "tier", unpaid: "status" };

/** Any form of the page, by its intent. */
export async function answerClient(
  request: Request,
  context: Context,
  member: Member,
  id: string,
  form: FormData,
) {
  const deps = depsOf(context);
  const done = (what: string) => `/clients/${id}?done=${what}`;
  // The address says which client is meant, whatever the form says.
  form.set("client", id);
  switch (form.get("intent")) {
    case "details":
      return answered(
        "details",
        form,
        updateClient.input,
        (said) => updateClient(member, said, deps),
        done("details"),
      );
    case "flags":
      return answered(
        "flags",
        form,
        flagClient.input,
        (said) => flagClient(member, said, deps),
        done("flags"),
      );
    case "sections":
      return answered(
        "sections",
        form,
        withholdSections.input,
        (said) => withholdSections(member, said, deps),
        done("sections"),
      );
    case "suspend":
      return answered(
        "other",
        form,
        suspendClient.input,
        (said) => suspendClient(member, said, deps),
        done("suspended"),
      );
    case "resume":
      return answered(
        "other",
        form,
        resumeClient.input,
        (said) => resumeClient(member, said, deps),
        done("resumed"),
      );
    case "archive":
      return answered(
        "other",
        form,
        archiveClient.input,
        (said) => archiveClient(member, said, deps),
        done("archived"),
      );
    case "restore":
      return answered(
        "other",
        form,
        restoreClient.input,
        (said) => restoreClient(member, said, deps),
        done("restored"),
        { full: clientsFullWords(member) },
      );
    case "move":
      return answered(
        "other",
        form,
        moveClientOut.input,
        (said) => moveClientOut(member, said, deps),
        "/clients?done=moved",
      );
    case "offer":
      return answered(
        "offer",
        form,
        offerClient.input,
        (said) => offerClient(member, said, deps),
        done("offered"),
      );
    case "withdraw":
      return answered(
        "other",
        form,
        withdrawOffer.input,
        (said) => withdrawOffer(member, said, deps),
        done("withdrawn"),
      );
    case "invite":
      return answered(
        "invite",
        form,
        inviteToClient.input,
        (said) => inviteToClient(member, said, deps),
        done("invited"),
      );
    case "revoke":
      return answered(
        "other",
        form,
        revokeForClient.input,
        (said) => revokeForClient(member, said, deps),
        done("revoked"),
      );
    case "open":
      return answerOpen(request, context, member, form);
    case "price":
    case "unprice":
      return answerPrice(context, member, form, { client: id, path: `/clients/${id}` });
    case "confirm":
      return answerConfirmation(request, context, form);
    default:
      throw faultResponse("bad_request");
  }
}

/** Opens the client: the whole page is loaded, because everything on it belongs to another organization now. */
async function answerOpen(request: Request, context: Context, member: Member, form: FormData) {
  const submission = parseWithZod(form, { schema: openClient.input });
  if (submission.status !== "success") return replied("open", submission.reply(), 422);
  const who = await visitor(request, context);
  if (who.kind !== "full") throw faultResponse("forbidden");
  const said = submission.value;
  const outcome = await openClient(member, said, { ...depsOf(context), session_id: who.sessionId });
  if (outcome.ok)
    return redirectDocument("/dashboard", { headers: { "set-cookie": storingCookie(request, said.client) } });
  if (outcome.reason === "unknown") throw faultResponse("not_found");
  return replied(
    "open",
    submission.reply({ formErrors: [sentence(outcome.reason)] }),
    statusOf(outcome.reason),
  );
}
