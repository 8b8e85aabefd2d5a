/** The filters of an audit trail, in its address. */

/** What happened, by the nouns of its actions. */
export const eventGroups = {
  sign_ins: {
    label: "Sign-ins and accounts",
    nouns: "account email factor identity passkey password recovery_code recovery_codes session sessions",
  },
  denied: { label: "Denied", nouns: "access" },
  people: { label: "People and roles", nouns: "invitation joining member" },
  settings: { label: "Settings", nouns: "api_key data integration legal_page organization webhook" },
  brand: { label: "Brand and domains", nouns: "brand domain sender" },
  agents: {
    label: "Agents, numbers and calls",
    nouns:
      "agent booking calendar_feed call call_back call_note call_share calls carriers knowledge message models number protection question recording recordings telephony text transfers voices widget",
  },
  outreach: {
    label: "Contacts and campaigns",
    nouns: "campaign contact contact_field contact_import contact_list contact_segment contacts workflow",
  },
  plan: { label: "Plan and payments", nouns: "checkout plan stripe_event subscription" },
  clients: { label: "Clients", nouns: "client client_price client_template clients" },
  support: { label: "Support", nouns: "support" },
  platform: {
    label: "Platform",
    nouns: "audit customer customers error incident limit platform security_alert user",
  },
} as const;
export type EventGroup = keyof typeof eventGroups;

export type TrailFilters = {
  readonly what: EventGroup | "";
  /** An email address on the platform's trail, a member's id on an organization's. */
  readonly who: string;
  /** An organization's id or name. */
  readonly where: string;
  /** The beginning of a network, as records keep it. */
  readonly network: string;
  /** Local dates, both included; empty: not bounded. */
  readonly from: string;
  readonly to: string;
};

const isGroup = (text: string): text is EventGroup => Object.hasOwn(eventGroups, text);
const date = /^\d{4}-\d{2}-\d{2}$/;

/** What an address asks for; what it spells wrongly is not asked for. */
export function trailFilters(url: string): TrailFilters {
  const asked = new URL(url).searchParams;
  const text = (name: string, most: number) => (asked.get(name) ?? "").trim().slice(0, most);
  const day = (name: string) => (date.test(text(name, 10)) ? text(name, 10) : "");
  const what = text("what", 20);
  return {
    what: isGroup(what) ? what : "",
    who: text("who", 254),
    where: text("where", 120),
    network: text("network", 40),
    from: day("from"),
    to: day("to"),
  };
}

/** The filters as the query of an address, without those that are not set. */
export const trailQuery = (filters: TrailFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")).toString();

/** Whether anything is asked for but the newest events. */
export const isFiltered = (filters: TrailFilters): boolean => trailQuery(filters) !== "";
