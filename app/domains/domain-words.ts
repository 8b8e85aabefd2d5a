/** What a custom domain's page says of it: its state, what is wrong, and what to change. */
import type { DnsGuide } from "./dns-guides.ts";
import { isApex } from "./domain-host.ts";
import { type DomainState, leadsHere, verdictOn, wantsRestart } from "./domain-states.ts";
import type { DomainNews, Pointing } from "./hostname-news.schema.ts";

/** What the view reads of a domain. */
export type ViewedDomain = {
  readonly id: string;
  readonly host: string;
  readonly state: DomainState;
  readonly is_home: boolean;
  readonly is_claim: boolean;
  readonly proof: string;
  readonly proven_at: number | null;
  readonly has_www: boolean;
  readonly provider: DomainNews;
  readonly check_error: string | null;
  readonly live_at: number | null;
  readonly failing_since: number | null;
};

export type Tone = "neutral" | "good" | "warn" | "bad" | "brand";

export type Place = {
  readonly guide: DnsGuide;
  /** Where CNAME records lead. */
  readonly target: string;
  /** The organization's home; null: none of its domains. */
  readonly home: string | null;
  readonly unicode: string | null;
};

const authorityLines = "letsencrypt.org, pki.goog and ssl.com";

/** What is wrong with where a host leads. */
function pointingProblem(
  host: string,
  points: Pointing | null,
  { provider }: Pick<ViewedDomain, "provider">,
  { guide, target }: Place,
): string | null {
  switch (points) {
    case "elsewhere":
      return `${host} points to ${provider.found_targets.join(", ")}. Replace that record with the one below.`;
    case "proxied":
      return `${host} goes through Cloudflare's proxy, which hides where it points. Set the record to DNS only (gray cloud), with ${target} as its target.`;
    case "nowhere":
      return isApex(host) && guide.apex === null
        ? `${guide.name} has no record that lets ${host} itself point here. Use a name like voice.${host} instead, or move DNS to a provider with ALIAS records or CNAME flattening.`
        : null;
    default:
      return null;
  }
}

/** What is wrong with www., which leads to the host; null: nothing, or it only waits for its certificate. */
function wwwProblem({ host, has_www, state, provider }: ViewedDomain): string | null {
  const www = `www.${host}`;
  if (!has_www) return null;
  if (provider.www_points === "elsewhere")
    return `${www} points somewhere else. Replace that record with the one below.`;
  // Before that the record is only one of those that are still to be set.
  if (provider.www_points === "nowhere" && state === "live")
    return `${www} doesn't point here. Add its record below.`;
  if (provider.www_refusal !== null) return `${www} can't get a certificate right now. We keep trying.`;
  switch (verdictOn(provider.www)) {
    case "moved":
    case "lost":
      return `Cloudflare isn't sending visitors from ${www} here. Check its record below, then try again.`;
    case "blocked":
      return `Cloudflare is blocking ${www}. Remove the hold there, then try again.`;
    case "timed_out":
      return `The certificate for ${www} wasn't issued in time. Check its record below, then try again.`;
    case "expired":
      return `The certificate for ${www} expired. Check its record below, then try again.`;
    default:
      return null;
  }
}

/** Whether a person can try again for the sake of www. alone. */
export const canRetryWww = ({ has_www, state, provider }: ViewedDomain): boolean =>
  state === "live" && has_www && wantsRestart(provider.www);

/** What has to be changed before the domain works, and its www. with it. */
export function problemsOf(domain: ViewedDomain, place: Place): string[] {
  const { provider, proven_at, state, host } = domain;
  if (state === "deleting" || state === "gone") return [];
  const ofWww = domain.is_claim ? null : wwwProblem(domain);
  if (state === "live") return ofWww === null ? [] : [ofWww];
  const problems: (string | null)[] = [];
  if (proven_at === null && provider.found_texts.length > 0)
    problems.push(
      `The TXT record at _verify.${host} says “${provider.found_texts.join("”, “")}”. Replace its value with the one below.`,
    );
  if (!domain.is_claim) problems.push(pointingProblem(host, provider.points, domain, place), ofWww);
  if (provider.caa !== null) {
    const allowed = provider.caa.length > 0 ? `only allow ${provider.caa.join(", ")}` : "don't allow anyone";
    problems.push(
      `Your CAA records ${allowed} to issue certificates. Add CAA records for ${authorityLines}, or remove them.`,
    );
  }
  if (provider.refusal === "quota")
    problems.push(
      "We can't add more custom domains right now. We'll keep trying; if it takes more than a day, contact support.",
    );
  if (provider.refusal === "refused")
    problems.push("This domain can't get a certificate here. Check its spelling, or use another one.");
  return problems.filter((one) => one !== null);
}

export type Words = { readonly tone: Tone; readonly label: string; readonly sentence: string };

const failing = (words: Words, { failing_since }: ViewedDomain): Words =>
  failing_since === null
    ? words
    : {
        ...words,
        sentence: `${words.sentence} We check every hour. It'll be disconnected after 7 days; until then, everyone can still sign in at the main address.`,
      };

export function stateWords(domain: ViewedDomain, { home }: Place): Words {
  const { state, host, is_claim, is_home, proven_at, provider, live_at } = domain;
  if (is_claim && state !== "deleting")
    return {
      tone: "warn",
      label: "Used elsewhere",
      sentence:
        "Another organization uses this domain. If it's yours, add the TXT record: once we find it, the domain will move here.",
    };
  switch (state) {
    case "draft":
    case "txt_pending":
      return {
        tone: "brand",
        label: "Waiting for records",
        sentence: "Add these records where you manage your domain. Changes usually show up within minutes.",
      };
    case "hostname_pending":
      return {
        tone: "brand",
        label: "Waiting for records",
        sentence:
          provider.points === "here"
            ? "We've confirmed the domain is yours. Next, we'll get its certificate."
            : "We've confirmed the domain is yours. Next, point it here.",
      };
    case "ssl_pending": {
      const isReady = provider.host?.ssl_status === "active";
      return isReady
        ? {
            tone: "brand",
            label: "Point it here",
            sentence: "The certificate is ready. Point the domain here to go live.",
          }
        : {
            tone: "brand",
            label: "Getting certificate",
            sentence: "We're getting the certificate. This usually takes a few minutes.",
          };
    }
    case "live":
      return {
        tone: "good",
        label: "Live",
        sentence:
          is_home || home === null || home === host
            ? "People sign in here. Changes take up to 2 minutes to reach everyone."
            : `Redirects visitors to ${home}.`,
      };
    case "moved":
      return failing(
        {
          tone: "bad",
          label: leadsHere(provider.points) ? "Not connected" : "Not pointing here",
          sentence: leadsHere(provider.points)
            ? `${host} points here, but Cloudflare isn't sending visitors here yet. If this takes longer than an hour, try again.`
            : `${host} no longer points here. Add the records below again, then try again.`,
        },
        domain,
      );
    case "blocked":
      return failing(
        {
          tone: "bad",
          label: "Blocked",
          sentence: `Cloudflare is blocking ${host}, usually because another Cloudflare account holds it or it was reported for abuse. Remove the hold there, then try again.`,
        },
        domain,
      );
    case "timed_out":
      return failing(
        live_at === null && proven_at === null
          ? {
              tone: "bad",
              label: "Stopped checking",
              sentence: "We didn't find your records within 7 days. Add them, then try again.",
            }
          : {
              tone: "bad",
              label: "Timed out",
              sentence: "The certificate wasn't issued in time. Check the records below, then try again.",
            },
        domain,
      );
    case "expired":
      return failing(
        {
          tone: "bad",
          label: "Certificate expired",
          sentence: `The certificate for ${host} is no longer valid, so browsers won't open the site. Check the records below, then try again.`,
        },
        domain,
      );
    case "deleting":
      return {
        tone: "neutral",
        label: "Removing",
        sentence: "Visitors no longer reach you here. We're finishing the removal.",
      };
    case "gone":
      return {
        tone: "neutral",
        label: "Disconnected",
        sentence: `${host} hasn't worked for 7 days. To use it again, add the records below and try again.`,
      };
  }
}

/** Why the last look stayed without an answer, by what the row keeps of it. */
export const unasked: Record<string, string> = {
  silent: "We couldn't check just now. Nothing's lost; we'll check again in a few minutes.",
  busy: "We're checking more slowly at the moment. Nothing's lost; we'll check again within the hour.",
  unset: "Custom domains are turned off at the moment. We'll check again when they're back.",
};
