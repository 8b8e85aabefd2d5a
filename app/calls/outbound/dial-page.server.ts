/** The page on which an agent calls a number: what it shows, and the answers of its form. */
import { eq } from "drizzle-orm";
import { data, redirect } from "react-router";
import { z } from "zod";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { mostReason } from "#app/calls/call-terms.schema.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { organizationSettings } from "#drizzle/control/schema.ts";
import { fieldOf, refusedWords } from "./dial-words.ts";
import { callerOf, placeCall, placeOutlook } from "./place-call.server.ts";
import type { PlacedCall } from "./placed-calls.schema.ts";

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });

/** The organization's default test number, E.164. */
async function testNumberOf(db: Database, organization_id: string): Promise<string | null> {
  const row = await tenant(db, organization_id)
    .select({ number: organizationSettings.default_test_number })
    .from(organizationSettings)
    .where(eq(organizationSettings.organization_id, organization_id))
    .get();
  return row?.number ?? null;
}

export async function dialPage(request: Request, context: Context, agent_id: string) {
  const member = permitted(context, "agents.read");
  const { store, may, organization } = member;
  const { searchParams } = new URL(request.url);
  const call = searchParams.get("call");
  // A test of a number: it rings one's own phone.
  const tested = searchParams.get("test");
  const from = searchParams.get("from");
  const mayPrefill = may("calls.place") && may("calls.read_persons");
  const [agent, agents, held, usual, called, own] = await Promise.all([
    store.agents.find(agent_id),
    store.agents.names(),
    store.numbers.list(),
    store.telephony.callerId(),
    call && mayPrefill ? store.callBacks.lineOf(call) : null,
    tested && mayPrefill ? testNumberOf(depsOf(context).db, organization.id) : null,
  ]);
  if (!agent) throw missingAgent();
  const testedNumber = held.find(({ id, status }) => id === tested && status === "active") ?? null;
  const number = testedNumber ? own : (called?.to ?? null);
  const chosen = held.find(({ id, status }) => id === (from ?? called?.number_id) && status === "active");
  const nameOf = (id: string | null) => agents.find((one) => one.id === id)?.name;
  return {
    id: agent_id,
    name: agent.spec.name,
    canWrite: may("agents.write"),
    canPlace: may("calls.place"),
    to: number === null ? "" : internationally(number),
    from:
      (testedNumber ?? chosen ?? callerOf(held, { agent_id, number_id: null }, usual?.id ?? null))?.id ??
      null,
    test: testedNumber && {
      id: testedNumber.id,
      shown: testedNumber.shown,
      isSaved: own !== null,
      canSave: may("organization.write") && !isHidden(member.hiddenSections, "settings"),
    },
    numbers: held
      .filter(({ status }) => status === "active")
      .map(({ id, shown, calling_agent_id }) => {
        const name = nameOf(calling_agent_id);
        return { value: id, label: name ? `${shown} · ${name}` : shown };
      }),
  };
}

const posted = z.object({
  do: z.enum(["check", "call"]),
  to: z.string().trim().max(60).default(""),
  number_id: z.string().trim().max(100).default(""),
  reason: z.string().trim().max(mostReason).default(""),
  key: z.string().max(100).default(""),
});
type Posted = z.output<typeof posted>;

/** What the page is told about a form that placed nothing. */
export type DialAnswer = {
  typed: { to: string; number_id: string; reason: string };
  errors: { to?: string[]; number_id?: string[] };
  message: string | null;
  /** The question before the call; null: it cannot be called. */
  question: { key: string; to: string; from: string; verdict: string } | null;
};

const typedOf = ({ to, number_id, reason }: Posted): DialAnswer["typed"] => ({ to, number_id, reason });

type Refused = Extract<PlacedCall, { ok: false }>;

function refused(given: Posted, { reason, words }: Pick<Refused, "reason" | "words">) {
  const said = refusedWords({ reason, words });
  const field = fieldOf(reason);
  const errors = field === null ? {} : { [field]: [said] };
  const answer: DialAnswer = {
    typed: typedOf(given),
    errors,
    message: field === null ? said : null,
    question: null,
  };
  return data(answer, field === null ? 409 : 422);
}

export async function answerDial(request: Request, context: Context, agent_id: string) {
  const member = permitted(context, "calls.place");
  const sent = await readForm(request, context);
  if (!(await member.store.agents.find(agent_id))) throw missingAgent();
  const form = posted.safeParse(Object.fromEntries(sent));
  if (!form.success) throw faultResponse("bad_request");
  const given = form.data;
  const number_id = given.number_id || null;
  if (given.do === "call") {
    const wanted = { agent_id, to: given.to, number_id, reason: given.reason || null, key: given.key };
    const input = placeCall.input.safeParse(wanted);
    if (!input.success) throw faultResponse("bad_request");
    const answer = await placeCall(member, input.data, depsOf(context));
    return answer.ok ? redirect(`/call-history/${answer.call_id}`) : refused(given, answer);
  }
  const { store } = member;
  const [held, usual, outlook] = await Promise.all([
    store.numbers.list(),
    store.telephony.callerId(),
    placeOutlook(member, given.to),
  ]);
  if (!outlook.ok) return refused(given, { reason: outlook.reason, words: null });
  const caller = callerOf(held, { agent_id, number_id }, usual?.id ?? null);
  if (!caller) return refused(given, { reason: "no_caller", words: null });
  if (!outlook.verdict.ok) return refused(given, outlook.verdict);
  const question = {
    key: newId(),
    to: internationally(outlook.to),
    from: caller.shown,
    verdict: outlook.verdict.words,
  };
  return data<DialAnswer>({ typed: typedOf(given), errors: {}, message: null, question }, 200);
}
