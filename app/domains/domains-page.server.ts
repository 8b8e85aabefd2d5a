/** /custom-domain-guide: what it shows, and what its forms do. */
import { domainToUnicode } from "node:url";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { orWhiteLabelPlan } from "#app/billing/upgrade.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { shortDate } from "#app/platform/format.ts";
import { type Added, addDomain, domainForm, mostDomains } from "./add-domain.server.ts";
import { domainSettings } from "./cloudflare.server.ts";
import { type DnsGuide, dnsGuides, guideOf } from "./dns-guides.ts";
import { refusalWords, registeredDomain } from "./domain-host.ts";
import { domainsOf } from "./domain-rows.server.ts";
import {
  checkNow,
  checkPending,
  domainChoice,
  makePrimary,
  removeOwnDomain,
  retryDomain,
} from "./domain-verbs.server.ts";
import { viewOf, type WantedRecord } from "./domain-view.ts";
import { senderWords } from "./sender-statuses.ts";
import {
  checkSender,
  removeSender,
  type Sender,
  senderForm,
  senderOf,
  setSender,
} from "./sending-domain.server.ts";

const done = {
  added: "Domain added. Add its DNS records and it'll go live automatically.",
  removed: "Domain removed.",
  sender: "Address added. Add its DNS records and we'll start using it once we find them.",
  "sender-removed": "Email is sent from our address again.",
};

export async function domainsPage(request: Request, context: Context) {
  const member = permitted(context, "brand.write");
  const known = settings(context.get(cloudflare).env);
  const set = domainSettings(known);
  const rows = await domainsOf(context.get(database), member.organization.id);
  const guide = guideOf(new URL(request.url).searchParams.get("provider")) ?? dnsGuides[0];
  if (guide === undefined) throw faultResponse("not_found");
  const sender = await senderOf(context.get(database), member.organization.id);
  const home = rows.find(({ is_home }) => is_home)?.host ?? null;
  return {
    done: doneWords(request.url, done),
    isSet: set !== null,
    canAdd: rows.length < mostDomains,
    most: mostDomains,
    // On the organization's own host no other one is named.
    mainAddress: sessionHostOf(request, context) === null ? new URL(publicOrigin(known)).host : null,
    sender: sender && senderView(sender, guide),
    guide,
    guides: dnsGuides.map(({ id, name }) => ({ value: id, label: name })),
    domains: rows.map((row) => {
      const unicode = domainToUnicode(row.host);
      const isOther = unicode !== "" && unicode !== row.host;
      return viewOf(row, { guide, target: set?.target ?? "", home, unicode: isOther ? unicode : null });
    }),
  };
}

/** A sending domain as the page shows it. */
const senderView = ({ address, domain, status, records }: Sender, guide: DnsGuide) => ({
  address,
  ...senderWords[status],
  isVerified: status === "verified",
  records: records.map(
    ({ type, name, value, priority }): WantedRecord => ({
      type,
      name,
      fullName: `${name}.${registeredDomain(domain)}`,
      value: type === "TXT" && guide.quotesText ? `"${value}"` : value,
      purpose:
        type === "MX"
          ? `Receives bounces (priority ${priority ?? 10})`
          : "Proves your email is really from you",
      isSet: status === "verified" ? true : null,
    }),
  ),
});

type Reply =
  | { section: "add" | "sender"; result: SubmissionResult<string[]> }
  | { said: string; isGood: boolean };

/** Custom domains and mail of one's own come with a larger plan: which one, and who can choose it. */
const planRefusal = (member: Member): string =>
  `A domain of your own isn't part of your plan. Keep using ours, ${orWhiteLabelPlan(member)}.`;

function addRefusal(
  member: Member,
  outcome: Extract<Added, { ok: false }>,
  place: { timeZone: string; locale: string },
): { words: string; status: number; headers?: HeadersInit } {
  switch (outcome.reason) {
    case "unset":
      return { words: "Custom domains aren't set up here yet.", status: 409 };
    case "plan":
      return { words: planRefusal(member), status: 402 };
    case "limit":
      return { words: `You can have up to ${mostDomains} domains. Remove one first.`, status: 409 };
    case "already_yours":
      return { words: "You've already added this domain.", status: 409 };
    case "leaving":
      return { words: "We're still removing this domain. Try again in a few minutes.", status: 409 };
    case "quarantined": {
      const until = shortDate(outcome.until, Date.now(), place);
      return {
        words: `This domain was in use here until recently. For safety, it can be added again on ${until}.`,
        status: 409,
      };
    }
    case "too_many":
      return {
        words: "You've added a lot of domains lately. Please try again in an hour.",
        status: 429,
        headers: { "retry-after": String(outcome.retryAfter) },
      };
    default:
      return { words: refusalWords[outcome.reason], status: 422 };
  }
}

async function answerAdd(context: Context, form: FormData) {
  const member = permitted(context, "brand.write");
  const submission = parseWithZod(form, { schema: domainForm });
  if (submission.status !== "success")
    return data<Reply>({ section: "add", result: submission.reply() }, 422);
  const outcome = await addDomain(member, submission.value, depsOf(context));
  if (outcome.ok && !outcome.isHeld) return redirect("/custom-domain-guide?done=added");
  if (outcome.ok) {
    const said = `${outcome.host} is already in use. If it's yours, add the TXT record below and it'll move here.`;
    return data<Reply>({ said, isGood: false }, 409);
  }
  const { timeZone, locale } = member.organization;
  const { words, status, headers } = addRefusal(member, outcome, { timeZone, locale });
  return data<Reply>(
    { section: "add", result: submission.reply({ fieldErrors: { domain: [words] } }) },
    { status, ...(headers && { headers }) },
  );
}

const said = (words: string, isGood = true, status = 200) => data<Reply>({ said: words, isGood }, status);

const changed = () => said("Something changed at the same moment. Please try again.", false, 409);

const senderRefusals = {
  exists: "Remove the current address first.",
  taken: "That domain can't be used here. It may already be set up elsewhere.",
  silent: "We couldn't set it up just now. Please try again in a few minutes.",
  too_many: "You've tried a lot of addresses lately. Please try again in an hour.",
};

async function answerSender(context: Context, form: FormData) {
  const member = permitted(context, "brand.write");
  const submission = parseWithZod(form, { schema: senderForm });
  const refused = (result: SubmissionResult<string[]>, status: number) =>
    data<Reply>({ section: "sender", result }, status);
  if (submission.status !== "success") return refused(submission.reply(), 422);
  const outcome = await setSender(member, submission.value, depsOf(context));
  if (outcome.ok) return redirect("/custom-domain-guide?done=sender#email");
  const { reason } = outcome;
  const words = { ...refusalWords, ...senderRefusals, plan: planRefusal(member) }[reason];
  const status = { too_many: 429, plan: 402 }[String(reason)] ?? 422;
  return refused(submission.reply({ fieldErrors: { address: [words] } }), status);
}

/** A form of the page, by its intent. */
export async function answerDomains(context: Context, form: FormData) {
  const member = permitted(context, "brand.write");
  const deps = depsOf(context);
  const intent = form.get("intent");
  if (intent === "add") return answerAdd(context, form);
  if (intent === "sender") return answerSender(context, form);
  if (intent === "sender-check") {
    const outcome = await checkSender(member, {}, deps);
    return outcome.ok ? said("We've checked your email records.") : notFound();
  }
  if (intent === "sender-remove") {
    const outcome = await removeSender(member, {}, deps);
    if (outcome.ok) return redirect("/custom-domain-guide?done=sender-removed");
    return outcome.reason === "silent" ? said(senderRefusals.silent, false, 502) : notFound();
  }
  if (intent === "poll") {
    await checkPending(member, {}, deps);
    return said("");
  }
  if (intent !== "check" && intent !== "retry" && intent !== "primary" && intent !== "remove")
    throw faultResponse("bad_request");
  const choice = domainChoice.safeParse({ id: form.get("domain") });
  if (!choice.success) throw faultResponse("not_found");
  switch (intent) {
    case "remove": {
      const outcome = await removeOwnDomain(member, choice.data, deps);
      if (outcome.ok) return redirect("/custom-domain-guide?done=removed");
      return outcome.reason === "changed" ? changed() : notFound();
    }
    case "primary": {
      const outcome = await makePrimary(member, choice.data, deps);
      if (outcome.ok) return said(`${outcome.host} is now your main domain.`);
      if (outcome.reason === "not_found") return notFound();
      return outcome.reason === "changed"
        ? changed()
        : said("Only a live domain can be your main one.", false, 409);
    }
    case "retry": {
      const outcome = await retryDomain(member, choice.data, deps);
      if (outcome.ok) return said(`We've tried ${outcome.host} again.`);
      return outcome.reason === "changed" ? changed() : notFound();
    }
    default: {
      const outcome = await checkNow(member, choice.data, deps);
      return outcome.ok ? said(`We've checked ${outcome.host}.`) : notFound();
    }
  }
}

/** @throws a 404 answer: the domain is another organization's, or gone */
function notFound(): never {
  throw faultResponse("not_found");
}
