/** Removes what mail programs would turn into links: strangers choose names, and our mails must not link to their pages. */

/** Every character that browsers read as the dot of a host name (UTS 46). */
const dots = /[.\u3002\uff0e\uff61]/g;
/** A dot before a label of at least two letters, or four numbers: what mail programs take for a host. */
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
 * A text without web addresses: whole URLs are removed, and the dots of host names become spaces, so that
 * "Hotels.com" stays readable but is no link. E-mail addresses stay.
 */
export const unlinked = (text: string): string =>
  text.split(/\s+/).map(word).join(" ").replace(/ {2,}/g, " ").trim();
