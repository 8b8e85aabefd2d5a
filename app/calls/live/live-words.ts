/** How a call that goes on is named in the browser, where no table of the world's numbers is at hand. */

/** "+1 415 555 0163" for the North American plan; any other number as it is. */
export const numberShown = (e164: string): string =>
  e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");

/** Who is on the line, as far as is known. */
export const liveCaller = (call: { caller_name: string | null; other_number: string | null }): string =>
  call.caller_name ?? (call.other_number === null ? "Withheld number" : numberShown(call.other_number));
