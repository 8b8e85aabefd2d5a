/** The headers that every answer carries (R6, R39, R40). */

/** What Stripe's payment form needs (docs.stripe.com/security/guide, "Content security policy"). Its script is added by one of ours, which `strict-dynamic` allows; browsers without that read the host. */
const stripe = {
  script: "https://js.stripe.com https://*.js.stripe.com",
  frame: "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com",
  connect: "https://api.stripe.com https://checkout.stripe.com",
};

/**
 * The Content-Security-Policy of one document; without a nonce (data, redirects) nothing may run.
 * @param formActions origins
 * @param hasPayments whether it embeds Stripe's payment form
 */
export function contentSecurityPolicy(
  nonce: string | null,
  formActions: readonly string[] = [],
  hasPayments = false,
): string {
  const source = nonce ? `'nonce-${nonce}'` : "'none'";
  return [
    "default-src 'self'",
    nonce
      ? `script-src ${source} 'strict-dynamic'${hasPayments ? ` ${stripe.script}` : ""}`
      : "script-src 'none'",
    nonce ? `style-src 'self' ${source}` : "style-src 'self'",
    // React writes the sizes of charts and drawers as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    hasPayments ? `connect-src 'self' ${stripe.connect}` : "connect-src 'self'",
    ...(hasPayments ? [`frame-src ${stripe.frame}`] : []),
    nonce ? "worker-src 'self'" : "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formActions].join(" "),
    "frame-ancestors 'none'",
    "report-to csp",
  ].join("; ");
}

/** Where browsers report violations of the policy. */
export const reportPath = "/reports/csp";

type Document = {
  nonce: string | null;
  https: boolean;
  /** Other origins that its forms lead to. */
  formActions?: readonly string[];
  /** Whether it embeds Stripe's payment form. */
  hasPayments?: boolean;
  /** Whether the host is the platform's own, whose subdomains are ours; a tenant's sibling hosts are not (R40). */
  isOwnHost: boolean;
};

/** Sets missing headers; a stricter value that a handler chose stays. */
export function secure(headers: Headers, document: Document): void {
  const { nonce, https, isOwnHost, formActions, hasPayments } = document;
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set("content-security-policy", contentSecurityPolicy(nonce, formActions, hasPayments));
  set("x-content-type-options", "nosniff");
  set("referrer-policy", "strict-origin-when-cross-origin");
  set("cross-origin-opener-policy", "same-origin-allow-popups");
  set("permissions-policy", "microphone=(self), camera=(), geolocation=()");
  set("x-frame-options", "DENY");
  set("reporting-endpoints", `csp="${reportPath}"`);
  if (https) set("strict-transport-security", `max-age=31536000${isOwnHost ? "; includeSubDomains" : ""}`);
}
