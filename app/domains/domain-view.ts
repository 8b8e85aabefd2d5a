/** A custom domain as its page shows it: its state in words, what to change, and the records to set. */
import { nameInZone } from "./dns-guides.ts";
import { isApex } from "./domain-host.ts";
import { isPending } from "./domain-states.ts";
import {
  canRetryWww,
  type Place,
  problemsOf,
  stateWords,
  unasked,
  type ViewedDomain,
  type Words,
} from "./domain-words.ts";
import type { Pointing } from "./hostname-news.schema.ts";

export type WantedRecord = {
  readonly type: string;
  /** As the provider takes it, and whole. */
  readonly name: string;
  readonly fullName: string;
  readonly value: string;
  /** What the record is for. */
  readonly purpose: string;
  /** Null: it isn't looked at by itself. */
  readonly isSet: boolean | null;
};

export type DomainView = Words & {
  readonly id: string;
  readonly host: string;
  /** The name in its own script, where that differs. */
  readonly unicode: string | null;
  /** What is wrong, and what to change. */
  readonly problems: readonly string[];
  readonly records: readonly WantedRecord[];
  /** Records with which the change happens without a gap. */
  readonly extraRecords: readonly WantedRecord[];
  readonly isHome: boolean;
  readonly waits: boolean;
  readonly canRetry: boolean;
  readonly canBecomeHome: boolean;
  readonly isLeaving: boolean;
};

function recordsOf(
  { host, proof, proven_at, has_www, is_claim, provider }: ViewedDomain,
  { guide, target }: Place,
) {
  const record = (
    type: string,
    fullName: string,
    value: string,
    purpose: string,
    isSet: boolean | null,
  ): WantedRecord => ({
    type,
    name: nameInZone(fullName, host),
    fullName,
    value: type === "TXT" && guide.quotesText ? `"${value}"` : value,
    purpose,
    isSet,
  });
  const leads = (points: Pointing | null) => points === "here";
  const aliasType = isApex(host) ? (guide.apex ?? "ALIAS") : "CNAME";
  const proofRecord = record(
    "TXT",
    `_verify.${host}`,
    proof,
    "Proves the domain is yours",
    proven_at !== null,
  );
  if (is_claim) return { records: [proofRecord], extraRecords: [] };
  const extras = [provider.host, provider.www].flatMap((news) =>
    news === null
      ? []
      : [
          ...(news.status === "active" || !news.ownership
            ? []
            : [
                record(
                  "TXT",
                  news.ownership.name,
                  news.ownership.value,
                  "Activates the domain before you switch",
                  null,
                ),
              ]),
          ...(news.ssl_status === "active"
            ? []
            : news.challenges.map(({ name, value }) =>
                record("TXT", name, value, "Gets the certificate before you switch", null),
              )),
        ],
  );
  return {
    records: [
      proofRecord,
      record(aliasType, host, target, "Points the domain here", leads(provider.points)),
      ...(has_www
        ? [record("CNAME", `www.${host}`, target, "Points www here too", leads(provider.www_points))]
        : []),
    ],
    extraRecords: extras,
  };
}

/** A domain as the page shows it. */
export function viewOf(domain: ViewedDomain, place: Place): DomainView {
  const { state, is_claim, is_home } = domain;
  const isBroken =
    state === "moved" ||
    state === "blocked" ||
    state === "timed_out" ||
    state === "expired" ||
    state === "gone";
  const waiting = domain.check_error === null ? undefined : unasked[domain.check_error];
  return {
    id: domain.id,
    host: domain.host,
    unicode: place.unicode,
    ...stateWords(domain, place),
    problems: [...problemsOf(domain, place), ...(waiting && state !== "deleting" ? [waiting] : [])],
    ...recordsOf(domain, place),
    isHome: is_home,
    waits: isPending(state),
    canRetry: isBroken || canRetryWww(domain),
    canBecomeHome: state === "live" && !is_claim && !is_home,
    isLeaving: state === "deleting",
  };
}
