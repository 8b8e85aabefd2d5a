/** /custom-domain-guide: what it shows, and what its forms do. */
import { domainToUnicode } from "node:url";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { shortDate } from "#app/platform/format.ts";
import { type Added, addDomain, domainForm, mostDomains } from "./add-domain.server.ts";
import { domainSettings } from "./cloudflare.server.ts";
import { dnsGuides, guideOf } from "./dns-guides.ts";
import { refusalWords } from "./domain-host.ts";
import { domainsOf } from "./domain-rows.server.ts";
import {
  checkNow,
  checkPending,
  domainChoice,
  makePrimary,
  removeOwnDomain,
  retryDomain,
} from "./domain-verbs.server.ts";
import { viewOf } from "./domain-view.ts";

const done = {
  added: "Domain added. Set its records, and it goes live by itself.",
  removed: "Domain removed.",
};

export async function domainsPage(request: Request, context: Context) {
  const member = permitted(context, "brand.write");
  const known = settings(context.get(cloudflare).env);
  const set = domainSettings(known);
  const rows = await domainsOf(context.get(database), member.organization.id);
  const guide = guideOf(new URL(request.url).searchParams.get("provider")) ?? dnsGuides[0];
  if (guide === undefined) throw faultResponse("not_found");
  const home = rows.find(({ is_home }) => is_home)?.host ?? null;
  return {
    done: doneWords(request.url, done),
    isSet: set !== null,
    canAdd: rows.length < mostDomains,
    most: mostDomains,
    mainAddress: new URL(publicOrigin(known)).host,
    guide,
    guides: dnsGuides.map(({ id, name }) => ({ value: id, label: name })),
    domains: rows.map((row) => {
      const unicode = domainToUnicode(row.host);
      const isOther = unicode !== "" && unicode !== row.host;
      return viewOf(row, { guide, target: set?.target ?? "", home, unicode: isOther ? unicode : null });
    }),
  };
}

type Reply = { result: SubmissionResult<string[]> } | { said: string; isGood: boolean };

function addRefusal(
  outcome: Extract<Added, { ok: false }>,
  place: { timeZone: string; locale: string },
): { words: string; status: number; headers?: HeadersInit } {
  switch (outcome.reason) {
    case "unset":
      return { words: "Custom domains aren't set up here yet.", status: 409 };
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
  if (submission.status !== "success") return data<Reply>({ result: submission.reply() }, 422);
  const outcome = await addDomain(member, submission.value, depsOf(context));
  if (outcome.ok && !outcome.isHeld) return redirect("/custom-domain-guide?done=added");
  if (outcome.ok) {
    const said = `${outcome.host} is already in use. If it's yours, add the TXT record below and it moves here.`;
    return data<Reply>({ said, isGood: false }, 409);
  }
  const { timeZone, locale } = member.organization;
  const { words, status, headers } = addRefusal(outcome, { timeZone, locale });
  return data<Reply>(
    { result: submission.reply({ fieldErrors: { domain: [words] } }) },
    { status, ...(headers && { headers }) },
  );
}

const said = (words: string, isGood = true, status = 200) => data<Reply>({ said: words, isGood }, status);

const changed = () => said("Something changed at the same moment. Please try again.", false, 409);

/** A form of the page, by its intent. */
export async function answerDomains(context: Context, form: FormData) {
  const member = permitted(context, "brand.write");
  const deps = depsOf(context);
  const intent = form.get("intent");
  if (intent === "add") return answerAdd(context, form);
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
