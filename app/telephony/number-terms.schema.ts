/** The fixed vocabularies of a phone number. Without zod, so that pages can use them without loading the validator in the browser. */

export const numberKinds = ["local", "toll_free", "mobile", "national"] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Whether an area code of North America is one of the toll-free ones. */
export const isTollFreeCode = (area_code: string): boolean => /^8(?:00|33|44|55|66|77|88)$/.test(area_code);

/** @param phone_number E.164 */
export const isTollFree = (phone_number: string): boolean =>
  phone_number.startsWith("+1") && isTollFreeCode(phone_number.slice(2, 5));

export const numberStatuses = ["buying", "active", "releasing", "released", "failed"] as const;
export type NumberStatus = (typeof numberStatuses)[number];

/** Who answers while the organization is closed: the number's agent, another one, the fallback number, or a sentence. */
export const whenClosed = ["agent", "other", "fallback", "message"] as const;
