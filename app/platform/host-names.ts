/** Hosts as people type them, and whose the ends of hosts are: a registry's, a hosting service's, or a customer's own. */

/** Hosting services: a name below theirs is not its user's own, so its records cannot be set. */
const hostingEnds = [
  "netlify.app",
  "vercel.app",
  "pages.dev",
  "workers.dev",
  "github.io",
  "gitlab.io",
  "herokuapp.com",
  "web.app",
  "firebaseapp.com",
  "azurewebsites.net",
  "cloudfront.net",
  "amazonaws.com",
  "onrender.com",
  "fly.dev",
  "myshopify.com",
  "wixsite.com",
  "squarespace.com",
  "wordpress.com",
  "blogspot.com",
  "ngrok.io",
  "ngrok-free.app",
];

/** Second-level names below which registries of countries sell domains, such as co.uk and com.au. */
const registryNames = new Set(
  "ac co com edu gob gouv gov govt ltd me mil ne net nhs nom or org plc sch".split(" "),
);

/** How many labels at the end of a host belong to a registry: one for .com, two for .co.uk. */
export const registryLabels = (labels: readonly string[]): number => {
  const [second = "", top = ""] = labels.slice(-2);
  return labels.length > 1 && top.length === 2 && registryNames.has(second) ? 2 : 1;
};

/** Whether a host is an end, or below it. */
export const isBelow = (host: string, end: string): boolean => host === end || host.endsWith(`.${end}`);

/** The host of a typed text in ASCII; null where no browser would take it for one. IDN labels become punycode. */
export function asciiHost(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "");
  if (bare === "" || /[\s@\\%[\]:]/.test(bare)) return null;
  const url = URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`) : null;
  return url && url.pathname === "/" ? url.hostname.replace(/\.$/, "") : null;
}

/** Whether a host is a hosting service's, or below one. */
export const isHosting = (host: string): boolean => hostingEnds.some((end) => isBelow(host, end));

/** Whether anyone can have a name below a host: a registry's, like com and co.uk, or a hosting service's. */
export function isShared(host: string): boolean {
  const labels = host.split(".");
  return labels.length <= registryLabels(labels) || hostingEnds.includes(host);
}
