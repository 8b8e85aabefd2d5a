/** The sandbox's pages: where to begin, the inbox, the traffic, the clock, the faults. The phone has its own module. */
import { counted } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { ClockState } from "./cron-clock.ts";
import type { Demo } from "./demo.ts";
import { carrierActs, type Fault } from "./faults.ts";
import { type Html, html } from "./html.ts";
import type { Mail } from "./inbox.ts";
import { empty, moment, page } from "./page.ts";
import type { Traffic } from "./traffic.ts";

const copied = (text: string): Html =>
  html`<span class="copied"><code>${text}</code><button type="button" class="quiet" data-copy="${text}">Copy</button></span>`;

export function startPage(demo: Demo | null): Response {
  const signIn = (
    who: string,
    { email, password, totp_secret }: { email: string; password: string; totp_secret?: string | undefined },
  ) =>
    html`<tr><td data-name="Who">${who}</td><td data-name="Email">${copied(email)}</td><td data-name="Password">${copied(password)}</td>
<td data-name="Authenticator key">${totp_secret ? copied(totp_secret) : "–"}</td></tr>`;
  const signIns =
    demo === null
      ? empty("There's no demo yet. Run npm start to create it.")
      : html`<table><thead><tr><th>Who</th><th>Email</th><th>Password</th><th>Authenticator key</th></tr></thead><tbody>
${demo.organizations.map(({ name, members }) => members.map((member) => signIn(`${name}, ${member.role}`, member)))}
${signIn("Platform admin", demo.platform_admin)}</tbody></table>`;
  const numbers =
    demo?.organizations.flatMap(({ name, numbers }) => numbers.map((number) => [number, name] as const)) ??
    [];
  return page({
    title: "Simulated email, phones and clock",
    path: "/sandbox",
    lead: "Everything outside the app is simulated here, so nothing you try leaves this computer or costs money.",
    body: html`<section class="panel"><h2>Sign in to the demo</h2>${signIns}</section>
<section class="panel"><h2>Call an agent</h2>${
      numbers.length === 0
        ? empty("No agent answers a number yet.")
        : html`<ul class="rows">${numbers.map(
            ([number, name]) =>
              html`<li><a class="row" href="/sandbox/phone?to=${encodeURIComponent(number)}"><b>${internationally(number)}</b><span>${name}</span></a></li>`,
          )}</ul>`
    }</section>
<section class="panel"><h2>What's here</h2><ul class="rows">
<li><a class="row" href="/sandbox/inbox"><b>Inbox</b><span>Every email the app sent, with its code</span></a></li>
<li><a class="row" href="/sandbox/phone"><b>Phone</b><span>Call a number by typing or speaking, and get calls</span></a></li>
<li><a class="row" href="/sandbox/traffic"><b>Traffic</b><span>Every request in and out</span></a></li>
<li><a class="row" href="/sandbox/clock"><b>Clock</b><span>Runs scheduled jobs every five minutes, or right now</span></a></li>
<li><a class="row" href="/sandbox/stripe"><b>Stripe</b><span>Plans, invoices, webhooks, and a clock that ends trials and periods</span></a></li>
<li><a class="row" href="/sandbox/apps"><b>Connected apps</b><span>What stands in the calendars, channels, contacts and spreadsheets that you connect</span></a></li>
<li><a class="row" href="/sandbox/dns"><b>DNS</b><span>Set the records of custom domains and watch them go live</span></a></li>
<li><a class="row" href="/sandbox/faults"><b>Faults</b><span>Break things to see what happens</span></a></li>
</ul></section>`,
  });
}

/** "No emails", "1 email", "2 emails". */
const emails = (n: number): string => (n === 0 ? "No emails" : counted(n, "email", "emails", "en-US"));

/**
 * A mail as its reader sees it. The hosts of tenants lead nowhere outside this machine's tests, so uploaded images are
 * shown from this page's own host, where they are the same.
 */
const drawnHere = (mail: string): string =>
  mail.replaceAll(/(<img [^>]*src=")https?:\/\/[^/"]+(?=\/brand-images\/)/g, "$1");

export function inboxPage(mails: Mail[], to: string | null): Response {
  const one = (mail: Mail, index: number) => {
    const code = /\b\d{6}\b/.exec(mail.text ?? "")?.[0] ?? /\b\d{6}\b/.exec(mail.subject)?.[0];
    return html`<li><details${index === 0 ? html` open` : ""}><summary><b>${mail.subject}</b><span>to ${mail.to}</span>${moment(Date.parse(mail.sent_at))}</summary>
${code ? html`<p class="code">${copied(code)}</p>` : ""}
<dl class="envelope"><dt>From</dt><dd>${mail.from}</dd><dt>Reply-To</dt><dd>${mail.reply_to ?? "None: replies go to From"}</dd><dt>To</dt><dd>${mail.to}</dd><dt>Subject</dt><dd>${mail.subject}</dd></dl>
${mail.html ? html`<iframe title="${mail.subject}" sandbox="allow-popups" srcdoc="${drawnHere(mail.html)}"></iframe>` : ""}
${mail.text ? html`<details class="twin"${mail.html ? "" : html` open`}><summary>Plain text</summary><pre>${mail.text}</pre></details>` : ""}</details></li>`;
  };
  return page({
    title: "Inbox",
    path: "/sandbox/inbox",
    showsMail: true,
    lead: to
      ? html`${emails(mails.length)} to ${to}. <a href="/sandbox/inbox">Show all</a>`
      : mails.length === 0
        ? "Every email the app sends."
        : `${emails(mails.length)}, newest first.`,
    body: html`<section class="panel">${
      mails.length === 0
        ? empty("No emails yet. Sign up in the app and your code arrives here.")
        : html`<ul class="mails">${mails.map(one)}</ul>`
    }</section>
${mails.length > 0 ? html`<button type="button" data-delete="/sandbox/inbox">Empty inbox</button>` : ""}`,
  });
}

const tone = (status: number | null) =>
  status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good";

export function trafficPage(traffic: Traffic[]): Response {
  return page({
    title: "Traffic",
    path: "/sandbox/traffic",
    lead: "The last 200 requests between the app and the outside world: “out” from the app, “in” to the app.",
    body: html`<section class="panel">${
      traffic.length === 0
        ? empty("No requests yet.")
        : html`<table><thead><tr><th>When</th><th>Direction</th><th>Request</th><th>Status</th><th>ms</th></tr></thead><tbody>${traffic.map(
            ({ at, direction, method, host, path, status, ms, note }) =>
              html`<tr><td data-name="When">${moment(at)}</td><td data-name="Direction">${direction}</td>
<td data-name="Request"><span class="request">${method} <b>${host}</b>${path}</span>${note ? html`<span class="meta">${note}</span>` : ""}</td>
<td data-name="Status"><span class="tag ${tone(status)}">${status ?? "no answer"}</span></td><td data-name="ms">${ms}</td></tr>`,
          )}</tbody></table>`
    }</section>
${traffic.length > 0 ? html`<button type="button" data-delete="/sandbox/traffic">Clear all</button>` : ""}`,
  });
}

export function clockPage({ next_at, firings }: ClockState): Response {
  return page({
    title: "Clock",
    path: "/sandbox/clock",
    lead: "Runs the app's scheduled jobs every five minutes, just like Cloudflare's cron.",
    body: html`<p class="actions"><button type="button" class="go" data-post="/sandbox/clock">Run now</button>
<span class="meta">${next_at === null ? "" : html`Next run: ${moment(next_at)}`}</span></p>
<section class="panel">${
      firings.length === 0
        ? empty("No runs yet.")
        : html`<table><thead><tr><th>When</th><th>By</th><th>Outcome</th><th>ms</th></tr></thead><tbody>${firings.map(
            ({ at, by, outcome, ms }) =>
              html`<tr><td data-name="When">${moment(at)}</td><td data-name="By">${by}</td>
<td data-name="Outcome"><span class="tag ${outcome === "ok" ? "good" : "bad"}">${outcome}</span></td><td data-name="ms">${ms}</td></tr>`,
          )}</tbody></table>`
    }</section>`,
  });
}

const whatGoesWrong = ({ status, delay_ms, drop, effect }: Fault): string =>
  [
    delay_ms && `waits ${delay_ms} ms`,
    drop && "breaks the connection",
    status && `returns ${status}`,
    effect?.replaceAll("_", " "),
  ]
    .filter(Boolean)
    .join(", ");

export function faultsPage(faults: Fault[], hosts: readonly string[]): Response {
  return page({
    title: "Faults",
    path: "/sandbox/faults",
    lead: "Choose what fails next. Each fault applies to as many requests as you set.",
    body: html`<form class="panel form" data-json="/sandbox/faults">
<label>Host <select name="host">${hosts.map((host) => html`<option>${host}</option>`)}</select></label>
<label>Path begins with <input name="path" list="paths" placeholder="any"></label>
<datalist id="paths">${carrierActs.map((act) => html`<option value="${act}"></option>`)}</datalist>
<label>Status code <input name="status" inputmode="numeric" pattern="[45][0-9][0-9]" data-number></label>
<label>Delay (ms) <input name="delay_ms" inputmode="numeric" pattern="[0-9]{1,5}" data-number></label>
<label>Effect <select name="effect"><option value="">none</option><option value="answer_lost">answer lost</option><option value="repeated">callbacks repeated</option><option value="out_of_order">callbacks out of order</option></select></label>
<label>Times <input name="times" value="1" inputmode="numeric" pattern="[0-9]{1,4}" data-number></label>
<label class="check"><input type="checkbox" name="drop"> Break the connection</label>
<button type="submit" class="go">Add fault</button><p class="problem" role="alert"></p></form>
<section class="panel">${
      faults.length === 0
        ? empty("No faults. Everything works.")
        : html`<table><thead><tr><th>Where</th><th>What</th><th>Times left</th></tr></thead><tbody>${faults.map(
            (fault) =>
              html`<tr><td data-name="Where">${fault.host} ${fault.path ?? ""}</td><td data-name="What">${whatGoesWrong(fault)}</td><td data-name="Times left">${fault.times}</td></tr>`,
          )}</tbody></table>`
    }</section>
${faults.length > 0 ? html`<button type="button" data-delete="/sandbox/faults">Clear all</button>` : ""}`,
  });
}
