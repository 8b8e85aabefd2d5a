/** Which phone numbers cost more than a call. Its metadata weighs 150 KB: for the server, and only where a number is dialled or saved to be. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";

const dear = new Set(["PREMIUM_RATE", "SHARED_COST", "UAN", "PAGER", "VOICEMAIL"]);

/** Premium-rate and shared-cost numbers, pagers and mailboxes: whom no stranger may have us dial (voice.md, toll fraud). @param e164 a whole number */
export function costsExtra(e164: string): boolean {
  const type = parsePhoneNumberFromString(e164)?.getType();
  // The metadata knows no 976 exchange, which is premium-rate in every area of North America.
  return (type !== undefined && dear.has(type)) || /^\+1\d{3}976\d{4}$/.test(e164);
}
