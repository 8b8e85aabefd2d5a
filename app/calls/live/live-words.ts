/** Names a running call in the browser, which does not load the table of phone number formats. */

/** "+1 415 555 0163" for North American numbers; other numbers unchanged. */
export const numberShown = (e164: string): string =>
  e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");

/** "1 call", "2 calls": how many go on. */
export const liveCount = (calls: number): string => `${calls} ${calls === 1 ? "call" : "calls"}`;

/** The caller, as far as known. */
export const liveCaller = (call: { caller_name: string | null; other_number: string | null }): string =>
  call.caller_name ?? (call.other_number === null ? "Private number" : numberShown(call.other_number));
