/** The fixed vocabularies of a phone number. Without zod, so that pages can use them without loading the validator in the browser. */

export const numberKinds = ["local", "toll_free"] as const;
export type NumberKind = (typeof numberKinds)[number];

export const numberStatuses = ["buying", "active", "releasing", "released", "failed"] as const;
export type NumberStatus = (typeof numberStatuses)[number];
