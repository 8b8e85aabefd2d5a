/** /numbers/:numberId: one number, who takes its calls, and what the doctor found. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { callingHoursOf } from "#app/hours/calling-hours.server.ts";
import { organizationHours } from "#app/hours/organization-hours.ts";
import { weekWords } from "#app/hours/week-words.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { money, shortDate } from "#app/platform/format.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { internationally, phoneNumberFrom } from "#app/platform/phone-number.ts";
import type { DialRefusal } from "#app/platform/phone-number-cost.ts";
import { carrierTitle } from "#app/telephony/carriers/carriers.server.ts";
import { ownAccountsOf } from "#app/telephony/carriers/own-accounts.server.ts";
import { whenClosed } from "#app/telephony/number-terms.schema.ts";
import { numberChoice, releaseHeldNumber } from "#app/telephony/number-verbs.server.ts";
import { healthOf } from "#app/telephony/number-words.ts";
import { dialWords } from "./dial-words.ts";
import { examineNumber, repairNumber } from "./doctor.server.ts";
import { repairs } from "./findings.ts";
import { routeNumber } from "./routing-verb.server.ts";

const doneSentences = {
  saved: "Saved. It applies from the next call on.",
  webhooks: "The number is set up again: its calls and texts come here.",
  assign: "Your agent answers this number from the next call on.",
};

const lost = () => missing("number", { to: "/numbers", label: "Numbers" });

/** Ids come from addresses: anything else is a number that is not there. */
function idOf(id: string): string {
  const parsed = numberChoice.safeParse({ id });
  if (!parsed.success) throw lost();
  return parsed.data.id;
}

export async function numberPage(request: Request, context: Context, numberId: string) {
  const member = permitted(context, "numbers.read");
  const { organization, store, may, isClient } = member;
  const { db } = depsOf(context);
  const id = idOf(numberId);
  const [number, agents, answerer, callingId, hours, accounts, closed] = await Promise.all([
    store.numberRouting.details(id),
    store.agents.names(),
    store.numberRouting.answererOf(id),
    may("calls.place") ? store.numberRouting.callingAgent(id) : null,
    callingHoursOf(db, organization.id),
    ownAccountsOf(db, organization.id),
    store.settings.closedDays(),
  ]);
  if (!number) throw lost();
  const { timeZone, locale } = organization;
  const account = accounts.find(({ id }) => id === number.account_id);
  const { monthly, routing } = number;
  const isIncluded = !number.isOwn;
  return {
    done: doneWords(request.url, doneSentences),
    number: {
      id,
      shown: number.shown,
      label: number.label,
      place: number.place,
      isActive: number.status === "active",
      isCallerId: number.isCallerId,
      health: healthOf(number.status, answerer.is === "answers" ? answerer.name : null),
      // A client's agency, and the platform's carrier, are no business of theirs.
      carrier: isIncluded ? "Included with your plan" : carrierTitle(number.provider),
      account: account?.name ?? null,
      since: shortDate(number.created_at, Date.now(), { timeZone, locale }),
      price:
        isClient || monthly === null || !isIncluded || monthly.micros === 0
          ? null
          : `${money(monthly.micros, monthly.currency, locale)} a month`,
      staysThere: !isIncluded,
    },
    form: {
      label: number.label ?? "",
      agent_id: answerer.is === "archived" ? "" : (number.agent_id ?? ""),
      outbound_agent_id: number.outbound_agent_id ?? "",
      when_closed: routing.when_closed,
      after_hours_agent_id: routing.after_hours_agent_id ?? "",
      fallback_number: routing.fallback_number === null ? "" : internationally(routing.fallback_number),
    },
    answererId: answerer.is === "answers" ? number.agent_id : null,
    /** The agent that can ring a phone from this number; null: there is none, or the member may not. */
    callingId,
    agents,
    hours: hours === null ? null : weekWords(organizationHours(hours, []).weekly, locale),
    closedDays: closed.length,
    timeZone,
    canWrite: may("numbers.write"),
    canSetHours: may("organization.write"),
  };
}

const agentChoice = z
  .union([z.uuid(), z.literal("")])
  .optional()
  .transform((id) => id || null);

const routesForm = (country: string) =>
  z
    .object({
      label: oneLine(60).transform((typed) => typed || null),
      agent_id: agentChoice,
      outbound_agent_id: agentChoice,
      when_closed: z.enum(whenClosed, "Choose who answers"),
      after_hours_agent_id: agentChoice,
      fallback_number: oneLine(60).transform((typed, context) => {
        if (typed === "") return null;
        const number = phoneNumberFrom(typed, country);
        if (number === null)
          context.addIssue({
            code: "custom",
            message: "Use a full number that exists, like +1 415 555 0100",
          });
        return number;
      }),
    })
    .superRefine(({ when_closed, after_hours_agent_id, fallback_number }, context) => {
      if (when_closed === "other" && after_hours_agent_id === null)
        context.addIssue({ code: "custom", path: ["after_hours_agent_id"], message: "Choose an agent" });
      if (when_closed === "fallback" && fallback_number === null)
        context.addIssue({ code: "custom", path: ["fallback_number"], message: "Enter a number" });
    });

const nothing = { result: null, findings: null, error: null, exact: null };

export async function answerNumber(request: Request, context: Context, numberId: string) {
  const member = permitted(context, "numbers.write");
  const deps = depsOf(context);
  const id = idOf(numberId);
  const form = await readForm(request, context);
  if (!(await member.store.numberRouting.details(id))) throw lost();
  const here = `/numbers/${id}`;
  const refused = (error: string, status = 422, exact: string | null = null) =>
    data({ ...nothing, error, exact }, status);
  switch (form.get("do")) {
    case "save":
      return save(form, context, id);
    case "release": {
      const released = await releaseHeldNumber(member, { id }, deps);
      if (!released.ok) throw lost();
      return redirect("/numbers");
    }
    case "check": {
      const examined = await examineNumber(member, { id }, deps);
      if (examined.ok) return data({ ...nothing, findings: examined.findings });
      if (examined.reason === "not_found") throw lost();
      return refused(waitWords(examined.retryAfter), 429);
    }
    case "repair": {
      const repair = z.enum(repairs).safeParse(form.get("repair"));
      if (!repair.success) throw faultResponse("bad_request");
      const repaired = await repairNumber(member, { id, repair: repair.data }, deps);
      if (repaired.ok) return redirect(`${here}?done=${repair.data}`);
      if (repaired.reason === "not_found") throw lost();
      if (repaired.reason === "too_many") return refused(waitWords(repaired.retryAfter), 429);
      if (repaired.reason === "carrier") return refused(repaired.why, 502, repaired.exact);
      return refused(
        "That can't be repaired from here. Choose an agent above, or connect the account again.",
      );
    }
    default:
      throw faultResponse("bad_request");
  }
}

async function save(form: FormData, context: Context, id: string) {
  const member = permitted(context, "numbers.write");
  const submission = parseWithZod(form, { schema: routesForm(member.organization.country) });
  if (submission.status !== "success") return data({ ...nothing, result: submission.reply() }, 422);
  const { label, agent_id, outbound_agent_id, ...routing } = submission.value;
  const choice = { id, label, agent_id, outbound_agent_id, routing };
  const routed = await routeNumber(member, choice, depsOf(context));
  if (routed.ok) return redirect(`/numbers/${id}?done=saved`);
  if (routed.reason === "not_found") throw lost();
  const fieldErrors: Record<string, string[]> =
    routed.reason === "no_agent"
      ? { agent_id: ["That agent no longer exists. Choose another one"] }
      : { fallback_number: [fallbackWords(routed)] };
  return data({ ...nothing, result: submission.reply({ fieldErrors }) }, 422);
}

const fallbackWords = (
  routed: { reason: "own_number" } | { reason: "number"; because: DialRefusal },
): string =>
  routed.reason === "number"
    ? dialWords(routed.because)
    : "This number rings here, so callers would only come back. Use another one";
