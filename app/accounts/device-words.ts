/** A browser's name in familiar words: "Chrome on Windows". */

/** The first match counts: most browsers also name others, for compatibility. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:\b|Headless)(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(?:intosh| OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (known: typeof browsers, userAgent: string): string | undefined =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Chrome on Windows", "Safari on iPhone", "A browser on Linux"; "Unknown device" when nothing is recognized. */
export function deviceOf(userAgent: string | null): string {
  const browser = firstOf(browsers, userAgent ?? "");
  const system = firstOf(systems, userAgent ?? "");
  if (system === undefined) return browser ?? "Unknown device";
  return `${browser ?? "A browser"} on ${system}`;
}

/**
 * "Germany" for "DE", in the reader's language; null for an unknown place.
 * @param country Cloudflare's value: ISO 3166, "XX" for unknown, "T1" for Tor
 */
export function placeOf(country: string | null, locale: string): string | null {
  if (country === "T1") return "Tor network";
  if (country === null || country === "XX" || !/^[A-Z]{2}$/.test(country)) return null;
  return new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? null;
}
