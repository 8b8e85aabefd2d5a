/** The sandbox's page about Stripe: its clock, deliveries, customers with their plans and invoices, events. */
import { type Html, html } from "#workers/sandbox/html.ts";
import { empty, moment, page } from "#workers/sandbox/page.ts";
import { money } from "./amounts.ts";
import { statusTag } from "./customer-pages.ts";
import type { Desk } from "./desk.ts";
import type { KeptEvent } from "./event-store.ts";
import type { Customer } from "./shapes-base.ts";
import type { Delivery } from "./webhooks.ts";

/** How many rows the page shows of each. */
const shown = 50;

const modes: Record<Delivery["mode"], string> = {
  normal: "At once, in order",
  late: "Late",
  repeated: "Twice",
  out_of_order: "Newest first",
  held: "Held until released",
  assumed: "Not sent, as if delivered",
};

export function stripePage(desk: Desk, { mode, late_ms }: Delivery, events: KeptEvent[]): Response {
  const customers = desk.objects.list("customer").slice(0, shown);
  const waiting = events.filter(({ state }) => state === "waiting").length;
  return page({
    title: "Stripe",
    path: "/sandbox/stripe",
    lead: html`Plans, invoices and webhooks. Stripe's clock: ${moment(desk.now() * 1000)}`,
    body: html`<form class="panel form" data-json="/sandbox/stripe/clock"><label>Move the clock forward by days <input name="days" value="1" inputmode="numeric" data-number></label>
<button type="submit" class="go">Move clock</button><p class="problem" role="alert"></p></form>
<form class="panel form" data-json="/sandbox/stripe/delivery"><label>Webhooks arrive <select name="mode">${Object.entries(
      modes,
    ).map(
      ([value, words]) =>
        html`<option value="${value}"${value === mode ? html` selected` : ""}>${words}</option>`,
    )}</select></label><label>Late by (ms) <input name="late_ms" value="${late_ms}" inputmode="numeric" data-number></label>
<button type="submit" class="go">Set</button><p class="problem" role="alert"></p></form>
${waiting > 0 ? html`<p class="actions"><span>${waiting} held.</span><button type="button" data-post="/sandbox/stripe/release">Release all</button></p>` : ""}
<section class="panel"><h2>Customers</h2>${
      customers.length === 0
        ? empty("No customers yet. Start a plan in the app.")
        : html`<table><thead><tr><th>Customer</th><th>Plans</th><th>Invoices</th></tr></thead><tbody>${customers.map((one) => row(desk, one))}</tbody></table>`
    }</section>
<section class="panel"><h2>Events</h2>${
      events.length === 0
        ? empty("No events yet.")
        : html`<table><thead><tr><th>When</th><th>Event</th><th>Delivery</th><th></th></tr></thead><tbody>${events.slice(0, shown).map(eventRow)}</tbody></table>`
    }</section>`,
  });
}

function row(desk: Desk, { id, name, email, deleted }: Customer): Html {
  const invoices = desk.objects.list("invoice", { customer: id });
  return html`<tr><td data-name="Customer">${name ?? email ?? id}<span class="meta">${deleted ? "deleted" : id}</span></td>
<td data-name="Plans">${desk.objects
    .list("subscription", { customer: id })
    .map(
      (one) =>
        html`<div>${statusTag(one.status)} ${one.items.data.map(({ price }) => price.lookup_key ?? price.id).join(", ")}</div>`,
    )}</td>
<td data-name="Invoices">${invoices.map(
    (one) =>
      html`<div><a href="/sandbox/stripe/invoices/${one.id}">${money(one.total, one.currency)}</a> ${statusTag(one.status)}</div>`,
  )}</td></tr>`;
}

const tones = { delivered: "good", waiting: "", failed: "bad", dropped: "warn" };

const eventRow = ({ id, type, state, attempts, last_status, event }: KeptEvent): Html =>
  html`<tr><td data-name="When">${moment(event.created * 1000)}</td><td data-name="Event">${type}<span class="meta">${id}</span></td>
<td data-name="Delivery"><span class="tag ${tones[state]}">${state}</span><span class="meta">${attempts === 0 ? "" : `${attempts} sent, last ${last_status ?? "no answer"}`}</span></td>
<td data-name=""><button type="button" class="quiet" data-post="/sandbox/stripe/events/${id}/deliver">Deliver again</button></td></tr>`;
