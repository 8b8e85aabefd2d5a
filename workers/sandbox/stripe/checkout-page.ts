/** The payment form of a checkout session, as people see it inside the product's page. */
import { second_ms } from "#app/platform/durations.ts";
import { type Html, html } from "#workers/sandbox/html.ts";
import { page } from "#workers/sandbox/page.ts";
import { amountOf, money } from "./amounts.ts";
import { testCards } from "./cards.ts";
import { trialEndOf } from "./checkout.ts";
import type { CheckoutItem, CheckoutSession } from "./checkout-shapes.ts";
import type { Desk } from "./desk.ts";
import { isMetered } from "./lines.ts";
import { everyOf } from "./periods.ts";

/** How many test cards the form offers; the others can be typed. */
const offered = 5;

const countries: Record<string, string> = {
  US: "United States",
  GB: "United Kingdom",
  CA: "Canada",
  DE: "Germany",
  AU: "Australia",
  FR: "France",
  IE: "Ireland",
  NL: "Netherlands",
};

const nameOf = (desk: Desk, { price }: CheckoutItem): string =>
  desk.objects.find("product", price.product)?.name ?? price.nickname ?? "Item";

function line(desk: Desk, item: CheckoutItem): Html {
  const { price, quantity } = item;
  const { interval } = everyOf(price);
  if (isMetered(price))
    return html`<div class="line"><span><b>${nameOf(desk, item)}, usage</b><span class="meta">What you use is billed each ${interval}</span></span><span>As used</span></div>`;
  const amount = money(amountOf(price, quantity), price.currency);
  return html`<div class="line"><span><b>${nameOf(desk, item)}</b><span class="meta">${
    price.recurring ? `Billed each ${interval}` : quantity > 1 ? `${quantity} pieces` : "Once"
  }</span></span><span>${amount}</span></div>`;
}

const dated = (at: number): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at * second_ms);

/** "Then $99.00 each month, from January 3, 2027." */
function afterwards(session: CheckoutSession, trialEnd: number | null): string | null {
  if (session.mode !== "subscription") return null;
  const fee = session._items.find(({ price }) => price.recurring && !isMetered(price));
  if (!fee) return null;
  const each = `${money(amountOf(fee.price, fee.quantity), session.currency)} each ${everyOf(fee.price).interval}`;
  return trialEnd === null ? `Renews at ${each}.` : `Free until ${dated(trialEnd)}, then ${each}.`;
}

const field = (
  name: string,
  words: string,
  more: { wide?: boolean; value?: string; fixed?: boolean; attributes: Html },
): Html =>
  html`<label class="${more.wide ? "wide" : ""}">${words} <input name="${name}" value="${more.value ?? ""}" aria-describedby="${name}-problem" ${more.attributes}${more.fixed ? html` readonly` : ""}><small id="${name}-problem" role="alert"></small></label>`;

export function checkoutPage(desk: Desk, session: CheckoutSession): Response {
  if (session.status !== "open")
    return framed(
      session.status === "complete" ? "Payment received" : "Payment form expired",
      "Stripe's payment form, simulated.",
      html`<p class="done">${
        session.status === "complete"
          ? "This has been paid. You can close this page."
          : "This form is no longer valid. Go back and start again."
      }</p>`,
    );
  const trialEnd = session.mode === "subscription" ? trialEndOf(session, desk.now(session.customer)) : null;
  const email =
    session.customer_email ??
    (session.customer === null ? null : (desk.objects.find("customer", session.customer)?.email ?? null));
  const total = money(session.amount_total, session.currency);
  const later = afterwards(session, trialEnd);
  const submit =
    session.mode === "payment"
      ? `Pay ${total}`
      : session.mode === "setup"
        ? "Save card"
        : trialEnd === null
          ? "Subscribe"
          : "Start trial";
  return framed(
    session.mode === "payment" ? "Pay" : trialEnd === null ? "Subscribe" : "Start your trial",
    "Stripe's payment form, simulated: no real card is charged.",
    html`<div class="pay"><section class="order" aria-label="Order">
<p><span class="meta">Total due today</span><span class="total">${total}</span></p>
${later ? html`<p class="meta">${later}</p>` : ""}
<div>${session._items.map((item) => line(desk, item))}
<div class="line due"><span>Total due today</span><span>${total}</span></div></div>
<div class="cards"><p>Test cards: choose one to fill in the form.</p><ul>${testCards
      .slice(0, offered)
      .map(
        ({ number, says }) =>
          html`<li><button type="button" data-card="${number}"><code>${grouped(number)}</code><span>${says}</span></button></li>`,
      )}</ul></div></section>
<form data-session="${session.id}" novalidate><fieldset>
${field("email", "Email", { wide: true, value: email ?? "", fixed: email !== null, attributes: html`type="email" autocomplete="email"` })}
${field("card", "Card number", { wide: true, attributes: html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"` })}
${field("expiry", "Expiration date", { attributes: html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"` })}
${field("cvc", "Security code", { attributes: html`inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4"` })}
${field("name", "Name on card", { wide: true, attributes: html`autocomplete="cc-name"` })}
<label>Country <select name="country" autocomplete="country">${Object.entries(countries).map(
      ([code, name]) => html`<option value="${code}">${name}</option>`,
    )}</select></label>
${field("postal_code", "Postal code", { attributes: html`autocomplete="postal-code"` })}
</fieldset><p class="problem" role="alert"></p><button type="submit" class="go">${submit}</button>
<p class="meta">${session.mode === "subscription" ? "By subscribing, you allow your card to be charged for future payments until you cancel." : "Your card is charged once."}</p></form></div>
<dialog aria-labelledby="challenge"><h2 id="challenge">3-D Secure</h2><p>Your bank wants to know whether it's you who pays ${total}. Choose what happens.</p>
<p class="actions"><button type="button" class="go" data-outcome="passed">Complete authentication</button><button type="button" data-outcome="failed">Fail authentication</button></p></dialog>`,
  );
}

const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

const framed = (title: string, lead: string, body: Html): Response =>
  page({ title, path: "", lead, body, isEmbedded: true, scripts: ["checkout-script.js"] });
