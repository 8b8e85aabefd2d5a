/** The answers of the forms on a customer's page, on a user's page, and of the bulk changes of the list. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, redirectDocument } from "react-router";
import type { z } from "zod";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { storingCookie } from "#app/membership/active-organization.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { actingAdmin } from "./acting-admin.server.ts";
import { changeMany, type Many } from "./bulk-changes.server.ts";
import { creditCustomer } from "./customer-credit.server.ts";
import {
  bulkForm,
  creditForm,
  limitsForm,
  openForm,
  plainChange,
  plainReason,
  planForm,
  trialForm,
} from "./customer-forms.server.ts";
import { changeCustomerPlan, extendTrial, limitCustomer } from "./customer-plan.server.ts";
import { exportCustomer } from "./export-customer.server.ts";
import { openCustomer } from "./open-customer.server.ts";
import {
  deleteCustomer,
  restoreCustomer,
  resumeCustomer,
  signCustomerOut,
  suspendCustomer,
} from "./suspend-customer.server.ts";
import { resetFactors, signUserOut } from "./user-deeds.server.ts";

type Result = SubmissionResult<string[]>;
export type CustomerIntent = "plan" | "limits" | "trial" | "credit" | "open" | "deeds" | "bulk";

const words: Readonly<Record<string, string>> = {
  unproven: "Confirm it's you first, then try again. Nothing was changed.",
  changed:
    "This customer was changed since you opened the page. Check what it looks like now, then try again.",
  client: "Its agency chooses its plan and limits. Nothing was changed.",
  stripe: "Our payment provider refused or isn't responding. Nothing was changed. Please try again.",
  unpriced: "That plan has no price in this subscription's currency. Choose another plan.",
  no_trial: "It isn't in a trial. Nothing was changed.",
  no_payments: "This deployment takes no payments, so there is nothing to credit.",
  ownerless: "It has no owner whose address the payment provider could have. Nothing was changed.",
  refused: "Our payment provider refused the credit. Nothing was credited.",
  has_clients: "It's an agency with clients. Delete or release them first. Nothing was changed.",
  switched_off: "This customer hasn't allowed support access. An owner can turn it on under Settings.",
  closed: "It's suspended or deleted, so it can't be opened.",
  member: "You're a member of this organization. Switch to it from the organization menu.",
  running: "An export is already being made. Its owners get an email when it's ready.",
  admin: "This is a platform admin's account. Nothing was changed.",
};
const statuses: Readonly<Record<string, number>> = { unproven: 403, admin: 403, stripe: 502 };

const replied = (intent: CustomerIntent, result: Result, status: number) =>
  data({ intent, result } as const, { status });

/** `isOwed`: it is recorded, and happens later. */
type Outcome = { ok: true; isOwed?: boolean } | { ok: false; reason: string };

async function answered<Shape extends z.ZodType>(
  intent: CustomerIntent,
  form: FormData,
  schema: Shape,
  call: (said: z.output<Shape>) => Promise<Outcome>,
  leadTo: string,
  laterTo = leadTo,
) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return replied(intent, submission.reply(), 422);
  const outcome = await call(submission.value);
  if (outcome.ok) return redirect(outcome.isOwed ? laterTo : leadTo);
  if (outcome.reason === "unknown") throw faultResponse("not_found");
  const result = submission.reply({
    formErrors: [words[outcome.reason] ?? "That didn't work. Nothing was changed."],
  });
  return replied(intent, result, statuses[outcome.reason] ?? 409);
}

/** Any form of a customer's page, by its intent. */
export async function answerCustomer(request: Request, context: Context, id: string) {
  const form = await readForm(request, context);
  if (form.get("intent") === "confirm") return answerConfirmation(request, context, form);
  const admin = await actingAdmin(request, context);
  const done = (what: string) => `/customer-management/${id}?done=${what}`;
  switch (form.get("intent")) {
    case "plan":
      return answered("plan", form, planForm, (said) => changeCustomerPlan(admin, id, said), done("plan"));
    case "limits":
      return answered("limits", form, limitsForm, (said) => limitCustomer(admin, id, said), done("limits"));
    case "trial":
      return answered("trial", form, trialForm, (said) => extendTrial(admin, id, said), done("trial"));
    case "credit":
      return answered(
        "credit",
        form,
        creditForm,
        (said) => creditCustomer(admin, id, said),
        done("credit"),
        done("owed"),
      );
    case "suspend":
      return answered(
        "deeds",
        form,
        plainChange,
        (said) => suspendCustomer(admin, id, said),
        done("suspended"),
      );
    case "resume":
      return answered("deeds", form, plainChange, (said) => resumeCustomer(admin, id, said), done("resumed"));
    case "sign-out":
      return answered(
        "deeds",
        form,
        plainChange,
        (said) => signCustomerOut(admin, id, said),
        done("signed-out"),
      );
    case "export":
      return answered("deeds", form, plainChange, (said) => exportCustomer(admin, id, said), done("export"));
    case "delete":
      return answered("deeds", form, plainChange, (said) => deleteCustomer(admin, id, said), done("deleted"));
    case "restore":
      return answered(
        "deeds",
        form,
        plainChange,
        (said) => restoreCustomer(admin, id, said),
        done("restored"),
      );
    case "open": {
      const submission = parseWithZod(form, { schema: openForm });
      if (submission.status !== "success") return replied("open", submission.reply(), 422);
      const outcome = await openCustomer(admin, id, submission.value);
      // The whole page is loaded, because everything on it belongs to another organization now.
      if (outcome.ok)
        return redirectDocument("/dashboard", { headers: { "set-cookie": storingCookie(request, id) } });
      if (outcome.reason === "unknown") throw faultResponse("not_found");
      const error = words[outcome.reason] ?? "";
      return replied("open", submission.reply({ formErrors: [error] }), statuses[outcome.reason] ?? 409);
    }
    default:
      throw faultResponse("bad_request");
  }
}

/** Any form of a user's page. */
export async function answerUser(request: Request, context: Context, id: string) {
  const form = await readForm(request, context);
  if (form.get("intent") === "confirm") return answerConfirmation(request, context, form);
  const admin = await actingAdmin(request, context);
  const done = (what: string) => `/customer-management/users/${id}?done=${what}`;
  switch (form.get("intent")) {
    case "sign-out":
      return answered(
        "deeds",
        form,
        plainReason,
        (said) => signUserOut(admin, context, id, said.reason),
        done("signed-out"),
      );
    case "reset":
      return answered(
        "deeds",
        form,
        plainReason,
        (said) => resetFactors(admin, context, id, said.reason),
        done("reset"),
      );
    default:
      throw faultResponse("bad_request");
  }
}

/** What became of many, for the address that the list is shown with. */
const tally = ({ done, changed, refused }: Many): string =>
  new URLSearchParams({ done: String(done), changed: String(changed), refused: String(refused) }).toString();

/** The forms of the list: bulk suspension and bulk change of plan. */
export async function answerCustomers(request: Request, context: Context) {
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "confirm") return answerConfirmation(request, context, form);
  const admin = await actingAdmin(request, context);
  if (intent !== "suspend" && intent !== "plan") throw faultResponse("bad_request");
  const submission = parseWithZod(form, { schema: bulkForm });
  if (submission.status !== "success") return replied("bulk", submission.reply(), 422);
  const { tier, ...said } = submission.value;
  if (!admin.isProven) {
    const result = submission.reply({ formErrors: [words.unproven ?? ""] });
    return replied("bulk", result, 403);
  }
  if (intent === "plan" && tier === undefined) {
    const result = submission.reply({ fieldErrors: { tier: ["Choose a plan from the list"] } });
    return replied("bulk", result, 422);
  }
  const many = await changeMany(admin, intent === "plan" ? { ...said, tier: tier ?? "" } : said);
  return redirect(`/customer-management?${tally(many)}`);
}
