/** The answer of the spending cap's form on /subscription. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { capActions, mostCap } from "./cap-terms.schema.ts";
import { saveSpendingCap } from "./spending-cap.server.ts";
import type { CapReply } from "./usage-shown.ts";

/**
 * An amount as people type it: whole, also with thousands in groups, or with two places after a point. "12,50" may be
 * twelve or twelve hundred, so it is refused.
 */
const typed = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/;

/** Minor units of a typed amount; null: it is none. */
export function minorAmount(text: string): number | null {
  const [, whole, cents = ""] = typed.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
}

/** What is wrong with an amount in minor units; null: nothing. */
function amountProblem(amount: number | null): string | null {
  if (amount === null) return "Use a number like 50 or 49.99";
  if (amount < 100) return "Enter at least 1.00";
  return amount > mostCap ? "Enter at most 1,000,000.00" : null;
}

const noChoice = "Choose what happens at the cap";

const shape = z.object({
  amount: z.string().max(40).default(""),
  currency: z.string().max(10).default(""),
  action: z.enum(capActions),
});

export type CapAnswer = { status: number; reply: CapReply };

const refused = (typed: CapReply["typed"], errors: CapReply["errors"]): CapAnswer => ({
  status: 422,
  reply: { typed, errors },
});

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Reads the form and saves the cap; an empty amount removes it. */
export async function answerSpendingCap(
  actor: Actor,
  form: FormData,
  deps: Pick<Deps, "db" | "env">,
): Promise<CapAnswer> {
  const kept = { amount: text(form, "amount"), action: text(form, "action") };
  const read = shape.safeParse({ ...kept, currency: text(form, "currency") });
  if (!read.success) return refused(kept, { action: [noChoice] });
  const { action, currency } = read.data;
  const isOff = kept.amount.trim() === "";
  const amount = isOff ? null : minorAmount(kept.amount);
  const problem = isOff ? null : amountProblem(amount);
  if (problem !== null) return refused(kept, { amount: [problem] });
  if (currency.length !== 3) return refused(kept, { form: "Reload the page and try again." });
  const saved = await saveSpendingCap(actor, { amount, currency, action }, deps);
  return saved.ok
    ? { status: 200, reply: { typed: null, errors: {} } }
    : refused(kept, { form: `Your plan is billed in ${saved.currency}. Reload the page and try again.` });
}
