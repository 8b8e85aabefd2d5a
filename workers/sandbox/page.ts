/** The frame of the sandbox's pages: navigation, stylesheet, headers. */
import { Html, html } from "./html.ts";
import script from "./page-script.js?raw";
import phone from "./phone-script.js?raw";
import style from "./sandbox.css?raw";
import checkout from "./stripe/checkout-script.js?raw";
import stripeStyle from "./stripe/stripe.css?raw";
import stripeJs from "./stripe/stripe-js.js?raw";

const places = [
  ["/sandbox", "Start"],
  ["/sandbox/inbox", "Inbox"],
  ["/sandbox/phone", "Phone"],
  ["/sandbox/traffic", "Traffic"],
  ["/sandbox/clock", "Clock"],
  ["/sandbox/stripe", "Stripe"],
  ["/sandbox/apps", "Apps"],
  ["/sandbox/dns", "DNS"],
  ["/sandbox/faults", "Faults"],
] as const;

/** Mails contain their own styles, and the frame that shows them inherits the page's policy. */
const policy = ({ showsMail, hasForm }: Pick<Page, "showsMail" | "hasForm">): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${showsMail ? " 'unsafe-inline'" : ""}`,
    "font-src 'self'",
    "img-src 'self' data: https:",
    "frame-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "*" : "'none'"}`,
    "frame-ancestors 'self'",
  ].join("; ");

export type Page = {
  title: string;
  path: string;
  lead: Html | string;
  body: Html;
  scripts?: string[];
  showsMail?: boolean;
  /** A form that leads to another host: back to the one that the person came from. */
  hasForm?: boolean;
  /** A page of Stripe's for the product's customers: without the sandbox's navigation. */
  isEmbedded?: boolean;
};

/** A whole page. `lead` describes it in one sentence. */
export function page({
  title,
  path,
  lead,
  body,
  scripts = [],
  showsMail = false,
  hasForm = false,
  isEmbedded = false,
}: Page): Response {
  const navigation = isEmbedded
    ? ""
    : html`<header class="top"><a class="name" href="/sandbox">Sandbox</a><nav aria-label="Sandbox">${places.map(
        ([href, name]) =>
          html`<a href="${href}"${href === path ? new Html(' aria-current="page"') : ""}>${name}</a>`,
      )}<a class="app" href="/">Open the app</a></nav></header>`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/sandbox/sandbox.css">
${isEmbedded ? html`<link rel="stylesheet" href="/sandbox/stripe.css">` : ""}
${["page-script.js", ...scripts].map((name) => html`<script type="module" src="/sandbox/${name}"></script>`)}
</head>
<body class="${isEmbedded ? "embedded" : ""}">
${navigation}
<main><div class="head"><h1>${title}</h1><p>${lead}</p></div>${body}</main>
</body>
</html>`;
  return new Response(document.text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy({ showsMail, hasForm }),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
  });
}

const files: Record<string, [type: string, text: string]> = {
  "sandbox.css": ["text/css", style],
  "page-script.js": ["text/javascript", script],
  "phone-script.js": ["text/javascript", phone],
  "checkout-script.js": ["text/javascript", checkout],
  "stripe.css": ["text/css", stripeStyle],
  // Where local mode makes the product's page look for https://js.stripe.com/dahlia/stripe.js.
  "js.stripe.com/dahlia/stripe.js": ["text/javascript", stripeJs],
};

/** A stylesheet or script of the pages, or null. */
export function pageFile(name: string): Response | null {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return null;
  const [type, text] = file;
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A moment in readable form; the exact one is in the element. */
export const moment = (ms: number): Html => {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")} UTC</time>`;
};

export const empty = (sentence: Html | string): Html => html`<p class="empty">${sentence}</p>`;
