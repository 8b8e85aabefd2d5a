/** The answers of the forms of prices, on the page of prices and on a client's. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { typedPrice } from "./price-forms.server.ts";
import { removePrice, setPrice } from "./price-verbs.server.ts";

/** A refused price: of which plan, and why. */
type Reply = { intent: "price"; tier: string; result: SubmissionResult<string[]> };

const tooLarge = "That plan is larger than your own. Choose a smaller one.";

/** `path`: the page that the forms are on. */
export async function answerPrice(
  context: Context,
  member: Member,
  form: FormData,
  { client, path }: { client: string; path: string },
) {
  const deps = depsOf(context);
  // The address says whose price is meant, whatever the form says.
  form.set("client", client);
  const tier = String(form.get("tier"));
  if (form.get("intent") === "unprice") {
    const said = removePrice.input.safeParse(Object.fromEntries(form));
    if (!said.success) throw faultResponse("bad_request");
    const removed = await removePrice(member, said.data, deps);
    return redirect(`${path}?done=${removed.ok ? "unpriced" : "meanwhile"}`);
  }
  const submission = parseWithZod(form, { schema: typedPrice(member.organization.currency) });
  const replied = (result: SubmissionResult<string[]>) =>
    data<Reply>({ intent: "price", tier, result }, { status: 422 });
  if (submission.status !== "success") return replied(submission.reply());
  const priced = await setPrice(member, submission.value, deps);
  if (priced.ok) return redirect(`${path}?done=priced`);
  if (priced.reason === "unknown") throw faultResponse("not_found");
  if (priced.reason === "too_large") return replied(submission.reply({ formErrors: [tooLarge] }));
  // The page shows the price that the other person saved.
  return redirect(`${path}?done=meanwhile`);
}

/** What a page says that is shown because someone else saved a price meanwhile; otherwise null. */
export const meanwhileWords = (url: string): string | null =>
  new URL(url).searchParams.get("done") === "meanwhile"
    ? "Someone else changed this price in the meantime. Yours wasn't saved; here's the current one."
    : null;
