/** The headers that every answer carries (R6, R39, R40). */

/** The policy of one document; without a nonce (data, redirects) nothing may run at all. */
export function contentSecurityPolicy(nonce: string | null): string {
  const source = nonce ? `'nonce-${nonce}'` : "'none'";
  return [
    "default-src 'self'",
    nonce ? `script-src ${source} 'strict-dynamic'` : "script-src 'none'",
    nonce ? `style-src 'self' ${source}` : "style-src 'self'",
    // React writes sizes of drawn charts and drawers as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "report-to csp",
  ].join("; ");
}

/** Where browsers send what the policy stopped. */
export const reportPath = "/reports/csp";

type Document = {
  nonce: string | null;
  https: boolean;
  /** The platform's own host, whose subdomains are ours; a tenant's siblings are not (R40). */
  isOwnHost: boolean;
};

/** Sets what is missing; a handler that chose a stricter value keeps it. */
export function secure(headers: Headers, { nonce, https, isOwnHost }: Document): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set("content-security-policy", contentSecurityPolicy(nonce));
  set("x-content-type-options", "nosniff");
  set("referrer-policy", "strict-origin-when-cross-origin");
  set("cross-origin-opener-policy", "same-origin-allow-popups");
  set("permissions-policy", "microphone=(self), camera=(), geolocation=()");
  set("x-frame-options", "DENY");
  set("reporting-endpoints", `csp="${reportPath}"`);
  if (https) set("strict-transport-security", `max-age=31536000${isOwnHost ? "; includeSubDomains" : ""}`);
}
