/** Stripe's pages for customers: a hosted invoice and its PDF, the billing portal, the onboarding of an account. */
import { type Html, html } from "#workers/sandbox/html.ts";
import { empty, moment, page } from "#workers/sandbox/page.ts";
import { money } from "./amounts.ts";
import { testCards } from "./cards.ts";
import type { PortalSession } from "./checkout-shapes.ts";
import type { Account } from "./connect-shapes.ts";
import type { Desk } from "./desk.ts";
import type { Invoice } from "./invoice-shapes.ts";
import { pdfOf } from "./pdf.ts";
import { offeredIn } from "./portal.ts";
import type { Subscription } from "./subscription-shapes.ts";

const stripePage = (title: string, lead: Html | string, body: Html): Response =>
  page({ title, path: "", lead, body, isEmbedded: true });

const tone = (status: string): string =>
  ["paid", "active", "trialing"].includes(status)
    ? "good"
    : ["open", "past_due"].includes(status)
      ? "warn"
      : "bad";
export const statusTag = (status: string): Html =>
  html`<span class="tag ${tone(status)}">${status.replaceAll("_", " ")}</span>`;

const cardChoice = html`<label>Card <select name="card">${testCards.map(
  ({ number, says }) => html`<option value="${number}">${number.slice(-4)}: ${says}</option>`,
)}</select></label>`;

const linesOf = ({ lines, currency }: Invoice): Html =>
  html`<table><thead><tr><th>What</th><th>Period</th><th>Amount</th></tr></thead><tbody>${lines.data.map(
    ({ description, period, amount }) =>
      html`<tr><td data-name="What">${description}</td><td data-name="Period">${moment(period.start * 1000)}</td><td data-name="Amount">${money(amount, currency)}</td></tr>`,
  )}</tbody></table>`;

export function invoicePage(invoice: Invoice): Response {
  const { id, number, currency, status, amount_due, amount_remaining } = invoice;
  return stripePage(
    `Invoice ${number ?? ""}`,
    html`${money(amount_due, currency)} ${statusTag(status)} <a href="/sandbox/stripe/invoices/${id}.pdf">Download PDF</a>`,
    html`<section class="panel">${linesOf(invoice)}</section>${
      status === "open"
        ? html`<form class="panel form" data-json="/sandbox/stripe/invoices/${id}/pay">${cardChoice}
<button type="submit" class="go">Pay ${money(amount_remaining, currency)}</button><p class="problem" role="alert"></p></form>`
        : ""
    }`,
  );
}

export function invoicePdf(invoice: Invoice): Response {
  const { number, currency, customer_name, customer_email, lines, total, amount_paid } = invoice;
  const file = pdfOf([
    `Invoice ${number ?? invoice.id}`,
    `For ${customer_name ?? customer_email ?? invoice.customer}`,
    `Date ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}`,
    "",
    ...lines.data.map(({ description, amount }) => `${description}   ${money(amount, currency)}`),
    "",
    `Total ${money(total, currency)}`,
    `Paid ${money(amount_paid, currency)}`,
  ]);
  return new Response(file, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Invoice-${number ?? invoice.id}.pdf"`,
      "cache-control": "no-store",
    },
  });
}

export function portalPage(desk: Desk, session: PortalSession): Response {
  const { customer: id, return_url } = session;
  const customer = desk.customer(id);
  const method = customer.invoice_settings.default_payment_method;
  const card = method === null ? null : desk.objects.find("payment_method", method);
  const here = `/sandbox/stripe/portal/${session.id}`;
  const open = desk.objects.list("invoice", { customer: id }).filter(({ status }) => status === "open");
  const subscriptions = desk.objects
    .list("subscription", { customer: id })
    .filter(({ status }) => !["canceled", "incomplete_expired"].includes(status));
  const canCancel = offeredIn(desk, session).subscription_cancel.enabled;
  return stripePage(
    "Billing",
    html`Stripe's billing portal, simulated. ${return_url ? html`<a href="${return_url}">Return to the app</a>` : ""}`,
    html`<section class="panel"><h2>Plans</h2>${
      subscriptions.length === 0
        ? empty("No plan.")
        : html`<table><tbody>${subscriptions.map((one) => planRow(one, canCancel ? here : null))}</tbody></table>`
    }</section>
<form class="panel form" data-json="${here}/card"><p>Card now: ${card ? `${card.card.brand} ending in ${card.card.last4}` : "the one of the plan"}</p>${cardChoice}
<button type="submit" class="go">Save card</button><p class="problem" role="alert"></p></form>
<form class="panel form" data-json="${here}/address"><label>Name <input name="name" value="${customer.name ?? ""}"></label>
<label>Street <input name="line1" value="${customer.address?.line1 ?? ""}"></label><label>City <input name="city" value="${customer.address?.city ?? ""}"></label>
<label>Postal code <input name="postal_code" value="${customer.address?.postal_code ?? ""}"></label>
<button type="submit" class="go">Save address</button><p class="problem" role="alert"></p></form>
<section class="panel"><h2>Open invoices</h2>${
      open.length === 0
        ? empty("Everything is paid.")
        : html`<ul class="rows">${open.map(
            (one) =>
              html`<li><a class="row" href="/sandbox/stripe/invoices/${one.id}"><b>${money(one.amount_remaining, one.currency)}</b><span>${one.number}</span></a></li>`,
          )}</ul>`
    }</section>`,
  );
}

/** `here`: where its button posts; null: the portal doesn't offer to cancel. */
const planRow = ({ id, status, cancel_at, items }: Subscription, here: string | null): Html => {
  const verb = cancel_at === null ? "cancel" : "resume";
  return html`<tr><td data-name="Plan">${items.data.map(({ price }) => price.lookup_key ?? price.id).join(", ")} ${statusTag(status)}
${cancel_at === null ? "" : html`<span class="meta">Ends ${moment(cancel_at * 1000)}</span>`}</td>
<td data-name="">${here === null ? "" : html`<button type="button" data-post="${here}/${verb}?subscription=${id}">${verb === "cancel" ? "Cancel plan" : "Keep plan"}</button>`}</td></tr>`;
};

export function onboardingPage(account: Account, returnUrl: string | null): Response {
  const query = returnUrl === null ? "" : `?${new URLSearchParams({ return_url: returnUrl })}`;
  return stripePage(
    "Payouts to your business",
    "Stripe's form for connected accounts, simulated.",
    html`<section class="panel"><table><tbody>
<tr><td data-name="Account">${account.id}</td><td data-name="State">${account.charges_enabled ? "takes payments" : account.details_submitted ? "is being checked" : "not complete"}</td></tr></tbody></table></section>
<form class="panel form" data-json="/sandbox/stripe/connect/${account.id}${query}"><label>What happens <select name="outcome">
<option value="complete">Everything is given and accepted</option><option value="incomplete">The bank account is left out</option><option value="rejected">Stripe refuses the account</option></select></label>
<button type="submit" class="go">Submit</button><p class="problem" role="alert"></p></form>${returnUrl ? html`<p><a href="${returnUrl}">Return without submitting</a></p>` : ""}`,
  );
}
