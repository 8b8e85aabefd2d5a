/** Takes personal data and secrets out of text before it is stored or logged (docs/product.md, "Error texts"; R47). */

const rules: [RegExp, string][] = [
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, "[token]"],
  [/\b(?:https?|wss?):\/\/[^\s"'<>)]+/gi, "[url]"],
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, "[email]"],
  [/\bBearer\s+\S+/gi, "Bearer [token]"],
  [/\b(?:sk|pk|rk|whsec|re)_[\w-]{6,}/g, "[token]"],
  [/\b(?:AC|SK|CA|PN|RE|VX)[0-9a-f]{32}\b/gi, "[token]"],
  [
    /(?<![\w:.])(?=[0-9a-f]{0,4}(?::[0-9a-f]{1,4}){0,6}::|(?:[0-9a-f]{1,4}:){3})[0-9a-f:]{2,39}(?:(?:\.\d{1,3}){3})?/gi,
    "[ip]",
  ],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g, "[ip]"],
  [/\b\d(?:[ -]?\d){12,18}\b/g, "[number]"],
  [/(?<!\w)\+[1-9](?:[ ().-]{0,2}\d){6,14}\b/g, "[phone]"],
  // Base64 contains slashes, so tokens come before paths. Lower-case letters alone, such as a table or header name,
  // are not a token.
  [/(?<![\w+/-])(?=[a-z+/_-]{0,80}[A-Z\d])[\w+/-]{21,}={0,2}|\b[0-9a-f]{21,}\b/g, "[token]"],
  [/(?:\b[A-Za-z]:)?(?:[\\/][\w.@-]{1,80}){2,20}/g, "[path]"],
];

/** The longest text that is stored, and the longest that is read, in characters (R47). */
const longest = 2000;
const longestRead = 10_000;

/** The text with paths, URLs, e-mail addresses, IPs, phone numbers and long tokens replaced. Idempotent. */
export function sanitize(text: string): string {
  let clean = text.slice(0, longestRead);
  for (const [pattern, word] of rules) clean = clean.replace(pattern, word);
  return clean.slice(0, longest);
}
