/** Takes personal data and secrets out of text before it is stored or logged (docs/product.md, "Error texts"; R47). */

const rules: [RegExp, string][] = [
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, "[token]"],
  // Our own sealed texts.
  [/\bv1\.[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{1,16})?/g, "[token]"],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>)]+/gi, "[url]"],
  [/\bdata:[\w/+.-]{1,80}[;,][^\s"'<>)]+/gi, "[url]"],
  [/(?<![\w/\\.@-])(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\/[^\s"'<>)]*/gi, "[url]"],
  [
    /(?<![\p{L}\p{N}._%+-])(?:\p{L}{1,3}')?[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/giu,
    "[email]",
  ],
  [
    /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|digest|bearer)\s+[^\s"']+/gi,
    "authorization: [token]",
  ],
  [/\bBearer\s+\S+/gi, "Bearer [token]"],
  [/\b(password|passwd|pwd|secret|api_?key|token|code)=[^\s&"']+/gi, "$1=[token]"],
  [/(["'](?:password|secret|api_?key|token|code)["']\s{0,3}:\s{0,3})(?:"[^"]*"|'[^']*')/gi, '$1"[token]"'],
  [/\b(?:sk|pk|rk|whsec|re)_[\w-]{6,}/g, "[token]"],
  [/\b(?:AC|SK|CA|PN|RE|VX)[0-9a-f]{32}\b/gi, "[token]"],
  [/\bxox[a-z]-[\w-]{8,}/g, "[token]"],
  [/\bA(?:KIA|SIA)[A-Z\d]{16}\b/g, "[token]"],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, "[token]"],
  [
    /(?<![\w:.])(?=[0-9a-f]{0,4}(?::[0-9a-f]{1,4}){0,6}::|(?:[0-9a-f]{1,4}:){3})[0-9a-f:]{2,39}(?:(?:\.\d{1,3}){3})?/gi,
    "[ip]",
  ],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g, "[ip]"],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/g, "[number]"],
  [/\b\d(?:[ -]?\d){12,18}\b/g, "[number]"],
  [/(?<!\w)\+[1-9](?:[ ().-]{0,2}\d){6,14}\b/g, "[phone]"],
  [/(?<![\w.+-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}\b/g, "[phone]"],
  [/\b\d{3}-\d{2}-\d{4}\b/g, "[number]"],
  // As it is dialled at home, in groups.
  [/(?<![\w.+-])(?=0(?:[ /-]?\d){8})0\d{1,4}(?:[ /-]\d{2,8}){1,5}\b/g, "[phone]"],
  // A phone number as it is dialled at home, or another number of a person's.
  [/(?<![\w.])\d{9,}(?![\w.]\w)/g, "[number]"],
  // Base64 contains slashes, so tokens come before paths. Lower-case letters alone, such as a table or header name,
  // are not a token.
  [/(?<![\w+/-])(?=[a-z+/_-]{0,80}[A-Z\d])[\w+/-]{21,}={0,2}|\b[0-9a-f]{21,}\b/g, "[token]"],
  // In quotes a path ends where they do, with its spaces.
  [/"(?:[A-Za-z]:)?[\\/][^"\n]{1,400}"/g, '"[path]"'],
  [/'(?:[A-Za-z]:)?[\\/][^'\n]{1,400}'/g, "'[path]'"],
  // On Windows a name may have spaces where another name, or an ending, follows.
  [
    /(?:\b[A-Za-z]:|(?<![\\\w])\\)(?:[\\/]{1,2}[^\\/:"'<>|?*()[\]\n]{1,80}(?=[\\/])){0,20}[\\/]{1,2}(?:[^\\/:"'<>|?*()[\].\n]{1,60}\.[A-Za-z\d]{1,5}\b|[^\s\\/:"'<>|?*()[\],;.]{0,80})/g,
    "[path]",
  ],
  [/(?:[\\/]{1,2}[\p{L}\p{N}_.@-]{1,80}){2,20}/gu, "[path]"],
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
