/** The form that deletes the account, and its answer. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, redirectDocument } from "react-router";
import { z } from "zod";
import { forgettingCookies, type SignedIn } from "#app/accounts/session.server.ts";
import { needsProof } from "#app/confirm/sudo.server.ts";
import type { Context } from "#app/platform/context.ts";
import { folded } from "#app/platform/email-address.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { type Deleted, deleteAccount } from "./delete-account.server.ts";

const deletionForm = (email: string) =>
  z.object({
    email: oneLine(254, "Type your email address").refine(
      (typed) => folded(typed) === folded(email),
      `That's not “${email}”`,
    ),
    /** As the page showed them. */
    organizations: z.array(z.string().max(64)).max(1000).prefault([]),
  });

function refusal(outcome: Exclude<Deleted, { ok: true }>): string {
  if (outcome.reason === "changed")
    return "Something changed in the meantime, so nothing was deleted. Please check again what will be deleted with your account.";
  const { names } = outcome;
  const named = new Intl.ListFormat("en-US").format(names);
  const [have, organizations] = names.length === 1 ? ["has", "organization"] : ["have", "organizations"];
  return outcome.reason === "has_clients"
    ? `Nothing was deleted. ${named} ${have} clients. Make someone else an owner, or release the clients and delete the ${organizations} first.`
    : `Nothing was deleted. You're the only owner of ${named}, where other people work. Make someone else an owner first.`;
}

/** Needs a recent proof of identity and the typed address of the account (R3). `now`: ms UTC */
export async function answerDelete(
  request: Request,
  context: Context,
  who: SignedIn,
  form: FormData,
  now: number,
) {
  if (needsProof(who, now)) return redirect("/security");
  const submission = parseWithZod(form, { schema: deletionForm(who.user.email) });
  const refuse = (result: ReturnType<typeof submission.reply>, status: number) =>
    data({ intent: "delete" as const, result }, status);
  if (submission.status !== "success") return refuse(submission.reply(), 422);
  const outcome = await deleteAccount(request, context, who, submission.value.organizations, now);
  if (!outcome.ok) return refuse(submission.reply({ formErrors: [refusal(outcome)] }), 409);
  const headers = new Headers(
    forgettingCookies(request).map((line): [string, string] => ["set-cookie", line]),
  );
  // Pages cached for this person must not be shown to the next one (R6).
  headers.set("clear-site-data", '"cache"');
  return redirectDocument("/security/deleted", { headers });
}
