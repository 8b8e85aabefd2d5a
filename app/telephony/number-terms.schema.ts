/** The closed vocabularies of a phone number. No zod here, so that pages can show them without carrying the validator to the browser. */

export const numberKinds = ["local", "toll_free"] as const;
export type NumberKind = (typeof numberKinds)[number];

export const numberStatuses = ["buying", "active", "releasing", "released", "failed"] as const;
export type NumberStatus = (typeof numberStatuses)[number];
