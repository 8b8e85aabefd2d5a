/** Contacts in words: where they stand, what they agreed to, and why they are not called. */

export const statusWords: Readonly<Record<string, string>> = {
  new: "New",
  qualified: "Qualified",
  booked: "Booked",
  not_interested: "Not interested",
  do_not_call: "Do not call",
};

export const statusTones: Readonly<Record<string, "good" | "brand" | "warn" | "bad" | undefined>> = {
  qualified: "brand",
  booked: "good",
  do_not_call: "bad",
};

export const consentWords: Readonly<Record<string, string>> = {
  express_written: "Written consent",
  express: "Spoken consent",
  customer: "Customer",
  inquiry: "Inquiry",
  none: "No consent",
};

/** What line a number is; screening lists may know a toll-free one. */
export const lineWords: Readonly<Record<string, string>> = {
  mobile: "mobile",
  landline: "landline",
  voip: "internet phone",
};

/** Who put a number on the do-not-call list. */
export const barWords: Readonly<Record<string, string>> = {
  voice: "Asked in a call",
  key: "Pressed the key in a call",
  text: "Texted STOP",
  member: "Added by your team",
  import: "From a file",
  api: "By API",
};

export const sourceWords: Readonly<Record<string, string>> = {
  call: "A call",
  text: "A text",
  member: "Your team",
  import: "An import",
  erased: "Erased",
  api: "API",
};
