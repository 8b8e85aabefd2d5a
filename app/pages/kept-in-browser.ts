/** Everything that the product keeps in a browser, as /cookies lists it; a test compares it with what browsers hold. */

import { arrivalNames } from "#app/referrals/arrival-names.ts";

export type Kept = {
  /** The names of cookies or items; on https, cookies have the prefix `__Host-`. */
  readonly names: readonly string[];
  readonly where: "cookie" | "browser" | "files" | "tab";
  readonly purpose: string;
  readonly lasts: string;
  /** Whether the product doesn't need it to do what the visitor asked for: then a notice says so, with a way to refuse. */
  readonly isOptional?: boolean;
};

export const keptInBrowser: readonly Kept[] = [
  {
    names: ["sid"],
    where: "cookie",
    purpose: "Keeps you signed in",
    lasts: "7 days after your last visit, at most 30",
  },
  {
    names: ["pid", "fid"],
    where: "cookie",
    purpose: "Holds your place while you confirm your email or enter a code",
    lasts: "Minutes to hours, until you're signed in",
  },
  {
    names: ["active_organization_id"],
    where: "cookie",
    purpose: "Remembers which organization you had open",
    lasts: "400 days, or until you sign out",
  },
  { names: ["theme"], where: "cookie", purpose: "Light or dark, from the first moment", lasts: "400 days" },
  {
    names: ["d1b"],
    where: "cookie",
    purpose: "Makes sure you see what you just saved",
    lasts: "5 minutes",
  },
  {
    names: ["pending_invitation"],
    where: "cookie",
    purpose: "Brings you back to an invitation after you've signed up",
    lasts: "1 hour",
  },
  {
    names: ["trial_intent"],
    where: "cookie",
    purpose: "Brings you back to the plan you picked after you've signed up",
    lasts: "24 hours",
  },
  {
    names: ["google", "google_join"],
    where: "cookie",
    purpose: "Protects signing in with Google",
    lasts: "10 minutes",
  },
  {
    names: ["xs"],
    where: "cookie",
    purpose: "Protects signing in on one domain for another",
    lasts: "1 hour",
  },
  {
    names: ["code_held"],
    where: "cookie",
    purpose: "Knows when another code may be emailed to you",
    lasts: "Until then",
  },
  {
    names: ["name_later"],
    where: "cookie",
    purpose: "Remembers that you skipped adding your name",
    lasts: "400 days",
  },
  {
    names: arrivalNames,
    where: "cookie",
    purpose: "Remember which link or campaign brought you here, so that whoever referred you gets the credit",
    lasts: "400 days, or until you remove them",
    isOptional: true,
  },
  {
    names: ["theme", "single_key_shortcuts"],
    where: "browser",
    purpose: "Your choices of theme and shortcuts",
    lasts: "Until you clear them",
  },
  {
    names: ["files-…"],
    where: "files",
    purpose: "Scripts, styles, the font and a page for when you're offline; nothing about you",
    lasts: "Until an update replaces them",
  },
  {
    names: ["subscription_cache"],
    where: "tab",
    purpose: "Your plan, so that pages needn't ask for it each time",
    lasts: "Until you close the tab or sign out",
  },
  {
    names: ["checkout_client_secret", "checkout_price_id", "checkout_organization_id"],
    where: "tab",
    purpose: "Your place in a payment form, in case you reload it",
    lasts: "Until you close the tab or sign out",
  },
  {
    names: ["react-router-scroll-positions"],
    where: "tab",
    purpose: "Brings you back to where you were on a page",
    lasts: "Until you close the tab",
  },
  {
    names: ["pressed_link", "reloaded_at"],
    where: "tab",
    purpose: "Carries on when a page is reloaded after an update",
    lasts: "Until you close the tab",
  },
];
