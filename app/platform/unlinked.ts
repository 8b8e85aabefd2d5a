/** Texts that mail programs turn into no link: names are chosen by strangers, and a mail of ours must not lead to their pages. */

/** Every character that browsers read as the dot of a host name (UTS 46). */
const dots = /[.\u3002\uff0e\uff61]/g;
/** A dot before a label with two letters at least, or four numbers: what mail programs take for a host. */
const host =
  /\S[.\u3002\uff0e\uff61](?=[\p{N}-]*\p{L}[\p{L}\p{N}-])|\d[.\u3002\uff0e\uff61]\d+[.\u3002\uff0e\uff61]\d+[.\u3002\uff0e\uff61]\d/u;
const email = /^[^\s@/\\:?#]+@[^\s@/\\:?#]+$/;

function word(text: string): string {
  if (email.test(text)) return text;
  if (text.includes("//")) return "";
  if (!host.test(text)) return text;
  return /[/\\?#]/.test(text) ? "" : text.replace(dots, " ");
}

/**
 * A text without addresses of pages: whole ones go, and the dots of host names become blanks, so that "Hotels.com" can
 * still be read and no longer be pressed. Addresses of mail stay.
 */
export const unlinked = (text: string): string =>
  text.split(/\s+/).map(word).join(" ").replace(/ {2,}/g, " ").trim();
