/** The terms of contacts: where they stand, what they agreed to, and why they are not called. */
import { z } from "zod";

export const contactStatuses = ["new", "qualified", "booked", "not_interested", "do_not_call"] as const;

/** The strongest first. `inquiry`: they asked us something; `customer`: they do business with us. */
export const consentKinds = ["express_written", "express", "customer", "inquiry", "none"] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const channels = ["call", "text"] as const;
export type Channel = (typeof channels)[number];

/** Where a consent was given that a member heard in a call; its proof is the call's id. */
export const spokenSource = "call";

/** The call that proves a consent; null: none does. */
export const provingCall = ({ source, proof }: { source: string; proof: string }): string | null =>
  source === spokenSource && /^[\w-]{8,100}$/.test(proof) ? proof : null;

/** What line a number is; screening lists know more of them. */
export const lineTypes = ["mobile", "landline", "voip"] as const;
export type LineType = (typeof lineTypes)[number];

/** Where an entry of the do-not-call list comes from. The first three are the person's own word. */
export const barSources = ["voice", "key", "text", "member", "import", "api"] as const;
export type BarSource = (typeof barSources)[number];

export const ownWords: readonly string[] = ["voice", "key", "text"];
/** Whether the person asked for it themselves. */
export const isOwnWord = (source: string): boolean => ownWords.includes(source);

/** `changed`: it was on the list. `own_word`: the person asked for it, at this number or at another one of theirs. */
export type Unbarred = { ok: true; changed: boolean } | { ok: false; reason: "own_word" };

/** What a person agreed to. */
export type Consent = {
  id: string;
  contact_id: string;
  /** Null: every number of the contact. */
  phone_number: string | null;
  kind: ConsentKind;
  channel: Channel;
  source: string;
  proof: string;
  given_at: number;
  revoked_at: number | null;
};

/** Who is called or texted: the union of lists, segments and tags, or everyone. */
export const audience = z.object({
  lists: z.array(z.string().max(64)).max(10).default([]),
  segments: z.array(z.string().max(64)).max(10).default([]),
  tags: z.array(z.string().max(60)).max(10).default([]),
  everyone: z.boolean().optional(),
});
export type Audience = z.infer<typeof audience>;

/** One person of an audience. */
export type Lead = {
  contact_id: string;
  name: string | null;
  /** The first one, E.164. */
  phone_number: string;
  time_zone: string | null;
  country: string | null;
};

/** Bounds of what one contact holds. */
export const most = {
  numbers: 10,
  emails: 10,
  tags: 50,
  notes: 500,
  tasks: 200,
  consents: 200,
  lists: 500,
  segments: 100,
  fields: 50,
  /** Of texts, in characters. */
  name: 120,
  company: 120,
  address: 300,
  value: 500,
  tag: 40,
  note: 4000,
  task: 200,
  reason: 300,
} as const;

/** Why a number goes onto the do-not-call list, or off it. */
export const reasonText = z
  .string("Say why, in a few words")
  .trim()
  .min(3, "Say why, in a few words")
  .max(most.reason, `At most ${most.reason} characters`);
