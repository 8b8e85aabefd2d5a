/** Disputes: a card's holder asks the bank for a payment back; the bank decides. */
import { z } from "zod";
import { day_s } from "#app/platform/durations.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, paging, text } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import type { Charge, Dispute } from "./payment-shapes.ts";
import { invalid } from "./refusals.ts";

/** How long evidence is taken. */
const evidence_days = 9;

/** The holder of the card disputes a charge that succeeded. */
export function disputed(desk: Desk, charge: Charge, reason: Dispute["reason"]): Dispute {
  const created = desk.now(charge.customer);
  desk.put({ ...charge, disputed: true });
  const made: Dispute = {
    id: newStripeId("du"),
    object: "dispute",
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: {
      due_by: created + evidence_days * day_s,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
  return desk.put(made, "charge.dispute.created");
}

export const outcome = z.strictObject({ outcome: z.enum(["won", "lost"]) });

/** The bank decides. @throws StripeRefusal when it has decided already */
export function decided(desk: Desk, id: string, status: "won" | "lost"): Dispute {
  const found = desk.need("dispute", id);
  if (found.status === "won" || found.status === "lost")
    throw invalid(`This dispute is already closed (${found.status}).`);
  return desk.put(
    { ...found, status, evidence_details: { ...found.evidence_details, due_by: null } },
    "charge.dispute.closed",
  );
}

export function listDisputes(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({ ...paging, payment_intent: text.optional(), charge: text.optional() }),
    form,
  );
  const of = asked.payment_intent === undefined ? undefined : { payment_intent: asked.payment_intent };
  const found = desk.objects
    .list("dispute", of)
    .filter(({ charge }) => asked.charge === undefined || charge === asked.charge);
  return paged(found, asked, "/v1/disputes");
}
