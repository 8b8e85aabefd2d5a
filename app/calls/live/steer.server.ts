/** What members do to a running call: whisper to the agent, say something, transfer, take over, end. */
import { data } from "react-router";
import { z } from "zod";
import { stopRinging } from "#app/calls/outbound/stop-ringing.server.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { verb } from "#app/membership/verb.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { countryOfNumber, phoneNumberFrom } from "#app/platform/phone-number.ts";
import { dialRefusal } from "#app/platform/phone-number-cost.ts";
import { nearCarrier } from "#app/telephony/carrier-lines.server.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import { transferDialling } from "#app/telephony/transfers/transfer-verbs.server.ts";

const call_id = z.string().min(1).max(100);
const text = z.string().trim().min(1).max(500);

/** Whom a call is handed over to: a person of the transfer list, by id, or a number as people type it. */
const to = { person: z.string().max(100).default(""), number: z.string().trim().max(60).default("") };

/** An order to a running call. */
const liveOrder = z.discriminatedUnion("do", [
  z.object({ do: z.literal("whisper"), call_id, text }),
  z.object({ do: z.literal("say"), call_id, text }),
  z.object({ do: z.literal("end"), call_id }),
  z.object({ do: z.literal("transfer"), call_id, ...to }),
  z.object({ do: z.literal("take_over"), call_id, ...to }),
]);
type LiveOrder = z.output<typeof liveOrder>;

type Refused = {
  ok: false;
  reason:
    | "over"
    | "transferring"
    | "not_open"
    | "no_model"
    | "no_number"
    | "no_person"
    | "not_dialled"
    | "abroad"
    | "country"
    | "own_number"
    | "browser";
};
type Steered = { ok: true } | Refused;
/** An order as the call takes it. */
type Sent = Parameters<ReturnType<Env["CALL_SESSION"]["getByName"]>["steer"]>[0];
/** `target`: the person whom a member chose, with the way in which they take calls; null: a number, or no transfer. */
type Ready = { order: Sent; target: TransferTarget | null };

/** The number to dial, or why there is none. `ours`: the number that was called. */
function dialledOf(actor: Actor, typed: string, ours: string): { to: string } | Refused {
  const to = phoneNumberFrom(typed, actor.organization.country);
  if (to === null) return { ok: false, reason: "no_number" };
  if (to === ours) return { ok: false, reason: "own_number" };
  // A number of another country may cost more than the call itself, and so may one of the same country.
  if (countryOfNumber(to) !== countryOfNumber(ours)) return { ok: false, reason: "abroad" };
  return dialRefusal(to, transferDialling(actor)) === null ? { to } : { ok: false, reason: "not_dialled" };
}

/** The person of the list, or why they cannot be called: a number that became our own, or that the plan does not dial any more. */
async function chosenOf(
  actor: Actor,
  person: string,
): Promise<{ to: string; target: TransferTarget } | Refused> {
  const target = await actor.store.transfers.choose(person);
  if (!target) return { ok: false, reason: "no_person" };
  if (target === "own_number") return { ok: false, reason: "own_number" };
  const { phone_number } = target;
  if (dialRefusal(phone_number, transferDialling(actor)) !== null)
    return { ok: false, reason: "not_dialled" };
  return { to: phone_number, target };
}

/** What is sent to the call; a refusal: it cannot be carried out. */
async function sentFor(actor: Actor, order: LiveOrder, ours: string | null): Promise<Ready | Refused> {
  switch (order.do) {
    case "whisper":
      return { order: { do: "whisper", text: order.text }, target: null };
    case "say":
      return { order: { do: "say", text: order.text, by: actor.by.name }, target: null };
    case "end":
      return { order: { do: "end" }, target: null };
    default: {
      if (ours === null) return { ok: false, reason: "browser" };
      const chosen = order.person
        ? await chosenOf(actor, order.person)
        : { target: null, ...dialledOf(actor, order.number, ours) };
      if (!("to" in chosen)) return chosen;
      const isAllowed = await actor.store.telephony.isCountryAllowed("outbound", chosen.to);
      if (!isAllowed) return { ok: false, reason: "country" };
      const takeover = order.do === "take_over";
      return { order: { do: "transfer", phone_number: chosen.to, takeover }, target: chosen.target };
    }
  }
}

const audited = {
  whisper: "call.whispered",
  say: "call.spoken_into",
  end: "call.stopped",
  transfer: "call.handed_over",
  take_over: "call.taken_over",
} as const;

/** Acts on a running call of the organization. The words stand in the call's script, not in the trail. */
export const steerCall = verb(
  { verb: "calls.steer", permission: "calls.steer", section: "calls", input: liveOrder },
  async (actor, order: LiveOrder, { env }: Pick<Deps, "env">): Promise<Steered> => {
    const line = await actor.store.live.lineOf(order.call_id);
    if (line === null) return { ok: false, reason: "over" };
    const sent = await sentFor(actor, order, line.our_number);
    if (!("order" in sent)) return sent;
    const session = env.CALL_SESSION.getByName(order.call_id, { locationHint: nearCarrier });
    const answer = await session.steer(sent.order, sent.target);
    if (answer !== "taken" && order.do === "end" && (await stopRinging(actor, order.call_id, env)))
      return { ok: true };
    if (answer !== "taken") return { ok: false, reason: answer };
    await actor.record(audited[order.do], order.call_id);
    return { ok: true };
  },
);

const done = {
  whisper: "The agent has it for its next answer.",
  say: "The agent is saying it now.",
  end: "The call is ending.",
  transfer: "The agent is transferring the call.",
  take_over: "Your phone will ring now.",
} as const;

const refusals = {
  over: "The call is over.",
  transferring: "Someone is being called for the caller. Until that is over, you can only end the call.",
  not_open: "The agent isn't on the line yet. Try again in a few seconds.",
  no_model: "This agent answers without a language model and can't follow a hint. Say it instead.",
  no_number: "Enter a phone number.",
  no_person: "This person isn't in call transfer any more.",
  not_dialled: "Your plan doesn't call this person's number.",
  abroad: "Calls can be handed over only to numbers in the country of the number that was called.",
  country: "Your organization doesn't allow calls to that country.",
  own_number: "That is the number the caller has called.",
  browser: "A call from a browser can't be transferred to a phone.",
} as const;

export type SteerAnswer = { isGood: boolean; message: string };

/** Carries out the posted order and describes the outcome. */
export async function answerSteer(request: Request, context: Context, call: string) {
  const member = permitted(context, "calls.steer");
  const posted = Object.fromEntries(await readForm(request, context));
  if (!(await member.store.calls.isKnown(call)))
    throw missing("call", { to: "/call-history", label: "Calls" });
  const order = liveOrder.safeParse({ ...posted, call_id: call });
  if (!order.success) {
    const isKnown = liveOrder.options.some(({ shape }) => shape.do.value === posted.do);
    if (!isKnown) throw faultResponse("bad_request");
    return data<SteerAnswer>({ isGood: false, message: "Write up to 500 characters." }, 422);
  }
  const answer = await steerCall(member, order.data, depsOf(context));
  return answer.ok
    ? data<SteerAnswer>({ isGood: true, message: done[order.data.do] })
    : data<SteerAnswer>({ isGood: false, message: refusals[answer.reason] }, 409);
}
