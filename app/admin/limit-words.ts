/** Limits in words, by their names in counters. */
const words: Readonly<Record<string, string>> = {
  "check-address-day": "Codes tried for one address in a day",
  "check-address-hour": "Codes tried for one address in an hour",
  "check-day": "Codes tried in one sign-up in a day",
  "check-hour": "Codes tried in one sign-up in an hour",
  "check-network": "Codes tried from one network",
  checkout: "Checkouts begun by one person",
  edge: "Requests from one network (Cloudflare's limit)",
  "factor-challenge": "Authentication codes in one sign-in",
  "factor-failures": "Authentication codes for one account",
  "invite-day": "Invitations from one organization in a day",
  "invite-hour": "Invitations from one organization in an hour",
  "invite-inviter": "Invitations from one person",
  reset: "Passwords set with reset links",
  "send-network": "Emails caused by one network",
  "sign-in": "Sign-ins to one account from one network",
  "sign-in-account": "Sign-ins to one account",
  "sign-in-known": "Sign-ins to one account from its own networks",
  "sign-in-network": "Sign-ins from one network",
  "sign-in-slow": "Sign-ins to one account while it's slowed down",
  "sign-up-network": "Sign-ups from one network",
};

/** "Sign-ins to one account"; an unknown name is spelled out. */
export function limitWords(name: string): string {
  const plain = name.replaceAll(/[-_]/g, " ");
  return words[name] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/** What a limit that is used up keeps someone from. */
export const blockedWords = {
  account: "Too many wrong passwords for this account",
  pair: "Too many wrong passwords for this account from one network",
  network: "Too many sign-ins from this network",
  factors: "Too many wrong authentication codes",
} as const;
