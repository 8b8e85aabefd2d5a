/** How often each thing may be tried, by whom it is counted. */
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { crowd } from "./network.ts";

/** At most `most` within `within_ms`, counted from the first. */
export type Limit = { key: string; most: number; within_ms: number };

/** What all visitors of unknown networks may do together: a hundred times the limit of one network. */
const crowdFactor = 100;
const perNetwork = (key: string, network: string, most: number, within_ms: number): Limit => ({
  key: `${key}:${network}`,
  most: network === crowd ? most * crowdFactor : most,
  within_ms,
});

export const limits = {
  /** 5 in 5 minutes for one network on one account, 100 for one network. */
  signIn: (network: string, subject: string): Limit[] => [
    { key: `sign-in:${network}:${subject}`, most: 5, within_ms: 5 * minute_ms },
    perNetwork("sign-in-network", network, 100, 5 * minute_ms),
  ],
  /** 10 in 15 minutes on one account, from all networks together. */
  signInAccount: (subject: string): Limit => ({
    key: `sign-in-account:${subject}`,
    most: 10,
    within_ms: 15 * minute_ms,
  }),
  /** For the networks that the account's owner is known by, after the account's ten are used up: one limit for all of them together. */
  signInKnown: (subject: string): Limit => ({
    key: `sign-in-known:${subject}`,
    most: 10,
    within_ms: 15 * minute_ms,
  }),
  /** For strangers, after the account's ten are used up: a delay, because a lock would be a weapon (ASVS 6.1.1). */
  signInSlow: (subject: string): Limit => ({ key: `sign-in-slow:${subject}`, most: 1, within_ms: minute_ms }),
  /** R16: mails of one kind to one address, and all mails that one network causes. */
  send: (purpose: "code" | "notice" | "reset" | "change", network: string, subject: string): Limit[] => [
    // Counted by network too: a stranger who asks first must not keep the owner of the address waiting for a code.
    { key: `send-${purpose}-minute:${subject}:${network}`, most: 1, within_ms: minute_ms },
    { key: `send-${purpose}-hour:${subject}`, most: purpose === "reset" ? 3 : 5, within_ms: hour_ms },
    { key: `send-${purpose}-day:${subject}`, most: 10, within_ms: day_ms },
    perNetwork("send-network", network, 20, hour_ms),
  ],
  /** Sign-ups of one network that send no mail and so are not counted as mails: each costs a hash. */
  signUp: (network: string): Limit => perNetwork("sign-up-network", network, 20, hour_ms),
  /**
   * Codes that may be tried: with one pending session, for one address over all of its sign-ups, and by one network.
   * One network may use only a part of an address's tries, so that the owner, on another network, always has some
   * left.
   */
  check: (sessionId: string, network: string, subject: string): Limit[] => [
    { key: `check-hour:${sessionId}`, most: 10, within_ms: hour_ms },
    { key: `check-day:${sessionId}`, most: 30, within_ms: day_ms },
    { key: `check-address-hour:${subject}`, most: 10, within_ms: hour_ms },
    { key: `check-address-day:${subject}`, most: 30, within_ms: day_ms },
    ...(network === crowd
      ? []
      : [
          { key: `check-share-hour:${network}:${subject}`, most: 7, within_ms: hour_ms },
          { key: `check-share-day:${network}:${subject}`, most: 20, within_ms: day_ms },
        ]),
    perNetwork("check-network", network, 60, hour_ms),
  ],
  /** Passwords that one account's reset links may try to set: each costs a hash. */
  reset: (userId: string): Limit => ({ key: `reset:${userId}`, most: 10, within_ms: hour_ms }),
  /** Tokens of links and functions that one network or person may redeem or request (R38). The edge's limiter is not exact. */
  tokens: (of: "arrive" | "cross" | "join", subject: string): Limit => ({
    key: `tokens-${of}:${subject}`,
    most: subject === crowd ? 100 * crowdFactor : 100,
    within_ms: 5 * minute_ms,
  }),
  /** Checkouts that one person may begin for one organization (R38). */
  checkout: (userId: string, organizationId: string): Limit => ({
    key: `checkout:${userId}:${organizationId}`,
    most: 30,
    within_ms: hour_ms,
  }),
  /** Changes of one organization's plan: the second of two at once finds the first under way. */
  planChange: (organizationId: string): Limit => ({
    key: `plan-change:${organizationId}`,
    most: 1,
    within_ms: minute_ms,
  }),
  /** Pages and forms of one organization that ask Stripe something: its limit is shared by all organizations. */
  stripeReads: (organizationId: string): Limit => ({
    key: `stripe-reads:${organizationId}`,
    most: 60,
    within_ms: minute_ms,
  }),
  /** Files and pages that one organization has read for its knowledge. */
  knowledgeImports: (organizationId: string): Limit => ({
    key: `knowledge-imports:${organizationId}`,
    most: 300,
    within_ms: hour_ms,
  }),
  /** Times that one organization has tests of its agents played, also before it publishes one. */
  plays: (organizationId: string): Limit => ({
    key: `plays:${organizationId}`,
    most: 60,
    within_ms: hour_ms,
  }),
  /** Turns of drafts that one organization talks to. */
  rehearsals: (organizationId: string): Limit => ({
    key: `rehearsals:${organizationId}`,
    most: 600,
    within_ms: hour_ms,
  }),
  /** New images of one organization's brand. */
  brandImages: (organizationId: string): Limit => ({
    key: `brand-images:${organizationId}`,
    most: 20,
    within_ms: hour_ms,
  }),
  /** Conversations that one network may ask for at one widget. */
  widgetCalls: (network: string, agentId: string): Limit =>
    perNetwork(`widget-network:${agentId}`, network, 10, 10 * minute_ms),
  /** Conversations that all visitors together begin at one widget. */
  widgetTalks: (organizationId: string, agentId: string): Limit[] => [
    { key: `widget-hour:${organizationId}:${agentId}`, most: 200, within_ms: hour_ms },
    { key: `widget-day:${organizationId}:${agentId}`, most: 1000, within_ms: day_ms },
  ],
  /** Clicks on referral links that one network may have counted. */
  referralClicks: (network: string): Limit => perNetwork("referral-network", network, 60, hour_ms),
};
