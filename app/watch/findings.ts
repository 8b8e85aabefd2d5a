/** The rules of unusual activity: their figures, whom they are told, and their words. */
import type { Place } from "#app/platform/format.ts";
import { count } from "#app/platform/format.ts";

/** How often something must happen in one hour until it is unusual. */
export const unusually = {
  failuresOfAccount: 20,
  failuresOfNetwork: 100,
  exports: 5,
  roleChanges: 5,
  badSignatures: 20,
} as const;

/** After so many days a secret should be changed. */
export const secretsLast_days = 365;

export const rules = [
  "new_country",
  "account_failures",
  "network_failures",
  "mass_export",
  "owner_made",
  "role_changes",
  "platform_admin",
  "bad_signatures",
  "broken_chain",
  "old_secret",
] as const;
export type Rule = (typeof rules)[number];

/** Facts by name; which ones a rule has, its words say. */
export type Facts = Readonly<Record<string, string | number>>;

/** Who is told: the person themselves, the organization's owners, the platform's admins. */
type Audience = "person" | "owners" | "admins";

type Telling = {
  readonly to: readonly Audience[];
  /** A subject, and a title: no full stop. */
  readonly title: (facts: Facts) => string;
  /** One or two sentences. */
  readonly line: (facts: Facts, locale: string) => string;
};

const text = (facts: Facts, name: string): string => String(facts[name] ?? "");
const times = (facts: Facts, locale: string): string => count(Number(facts.times ?? 0), locale);

/** "Spain" for "ES"; "T1" is Tor. */
export function countryName(code: string, locale: string): string {
  if (code === "T1") return "the Tor network";
  if (!/^[A-Z]{2}$/.test(code)) return "an unknown country";
  return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
}

const told: Readonly<Record<Rule, Telling>> = {
  new_country: {
    to: ["person"],
    title: () => "New sign-in from another country",
    line: (facts, locale) =>
      `Someone signed in to your account from ${countryName(text(facts, "country"), locale)}, for the first time. If this was you, there's nothing to do. If not, change your password and sign out all other devices.`,
  },
  account_failures: {
    to: ["admins"],
    title: () => "Many failed sign-ins to one account",
    line: (facts, locale) =>
      `${times(facts, locale)} attempts to sign in to ${text(facts, "who")} failed within an hour.`,
  },
  network_failures: {
    to: ["admins"],
    title: () => "Many failed sign-ins from one network",
    line: (facts, locale) =>
      `${times(facts, locale)} attempts to sign in from ${text(facts, "network")} failed within an hour.`,
  },
  mass_export: {
    to: ["owners", "admins"],
    title: () => "Many downloads by one person",
    line: (facts, locale) =>
      `${text(facts, "who")} downloaded data ${times(facts, locale)} times within an hour.`,
  },
  owner_made: {
    to: ["owners"],
    title: () => "Someone became an owner",
    line: (facts) =>
      `${text(facts, "who")} made ${text(facts, "subject")} an owner of ${text(facts, "organization")}. Owners can change everything, including who else is an owner.`,
  },
  role_changes: {
    to: ["owners", "admins"],
    title: () => "Many role changes by one person",
    line: (facts, locale) =>
      `${text(facts, "who")} changed roles ${times(facts, locale)} times within an hour in ${text(facts, "organization")}.`,
  },
  platform_admin: {
    to: ["admins"],
    title: () => "New platform admin",
    line: (facts) => `${text(facts, "who")} is a platform admin now and can see every organization.`,
  },
  bad_signatures: {
    to: ["admins"],
    title: () => "Webhooks without a valid signature",
    line: (facts, locale) =>
      `${times(facts, locale)} webhooks were refused within an hour because their signature was wrong. Either someone is trying to forge them, or a signing secret doesn't match its provider's.`,
  },
  broken_chain: {
    to: ["admins"],
    title: () => "The audit trail is not intact",
    line: (facts) =>
      `An event of the audit trail was changed, removed or inserted directly in the database (${text(facts, "kind")}, ${text(facts, "event")}). Run npm run audit -- verify to see where.`,
  },
  old_secret: {
    to: ["admins"],
    title: (facts) => `Time to change ${text(facts, "name")}`,
    line: (facts, locale) =>
      `${text(facts, "name")} hasn't changed for ${count(Number(facts.days ?? 0), locale)} days. Change it with its provider and in the deployment.`,
  },
};

const isRule = (rule: string): rule is Rule => rules.some((one) => one === rule);

export const audienceOf = (rule: Rule): readonly Audience[] => told[rule].to;

/** A finding in words; a rule of another version of the application has its name alone. */
export function findingWords(rule: string, facts: Facts, { locale }: Pick<Place, "locale">) {
  if (!isRule(rule)) return { title: rule.replaceAll("_", " "), line: "" };
  const { title, line } = told[rule];
  return { title: title(facts), line: line(facts, locale) };
}
