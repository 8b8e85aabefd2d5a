/** The addresses of https://api.stripe.com that the sandbox answers. */
import { cancelSubscription } from "./cancellation.ts";
import {
  createPrice,
  createProduct,
  deleteProduct,
  listPrices,
  listProducts,
  updatePrice,
  updateProduct,
} from "./catalogue.ts";
import { createSession, current, expireSession, listSessions, updateSession } from "./checkout.ts";
import {
  balanceOf,
  createAccount,
  createAccountLink,
  createLoginLink,
  deleteAccount,
  listAccounts,
  listFees,
  listTransfers,
  updateAccount,
} from "./connect.ts";
import {
  createBalanceTransaction,
  createCustomer,
  deleteCustomer,
  listBalanceTransactions,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from "./customers.ts";
import type { Desk } from "./desk.ts";
import { decided, listDisputes } from "./disputes.ts";
import { listEvents, retrieveEvent } from "./events.ts";
import type { Form } from "./form.ts";
import {
  finalizeInvoice,
  listInvoicePayments,
  listInvoices,
  listLines,
  markUncollectible,
  payInvoice,
  previewInvoice,
  updateInvoice,
  voidInvoice,
} from "./invoices.ts";
import { createMeter, createMeterEvent, deactivateMeter, listMeters, listSummaries } from "./meters.ts";
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listPaymentMethods,
} from "./payment-methods.ts";
import {
  createConfiguration,
  createPortalSession,
  listConfigurations,
  updateConfiguration,
} from "./portal.ts";
import { cancelIntent, createIntent, createRefund, listIntents, listRefunds } from "./refunds.ts";
import { invalid } from "./refusals.ts";
import {
  cancelSchedule,
  createSchedule,
  listSchedules,
  releaseSchedule,
  updateSchedule,
} from "./schedules.ts";
import { resumeSubscription, updateSubscription } from "./subscription-changes.ts";
import { createSubscription, listSubscriptions } from "./subscriptions.ts";

type Ask = { desk: Desk; form: Form; id: string; account: string | null };
type Handler = (ask: Ask) => object;

/** By method and path; `:id` stands for one part. */
const routes: Record<string, Handler> = {
  "POST /v1/products": ({ desk, form }) => createProduct(desk, form),
  "GET /v1/products": ({ desk, form }) => listProducts(desk, form),
  "GET /v1/products/:id": ({ desk, id }) => desk.need("product", id),
  "POST /v1/products/:id": ({ desk, id, form }) => updateProduct(desk, id, form),
  "DELETE /v1/products/:id": ({ desk, id }) => deleteProduct(desk, id),
  "POST /v1/prices": ({ desk, form }) => createPrice(desk, form),
  "GET /v1/prices": ({ desk, form }) => listPrices(desk, form),
  "GET /v1/prices/:id": ({ desk, id }) => desk.need("price", id),
  "POST /v1/prices/:id": ({ desk, id, form }) => updatePrice(desk, id, form),
  "POST /v1/billing/meters": ({ desk, form }) => createMeter(desk, form),
  "GET /v1/billing/meters": ({ desk, form }) => listMeters(desk, form),
  "GET /v1/billing/meters/:id": ({ desk, id }) => desk.need("billing.meter", id),
  "POST /v1/billing/meters/:id/deactivate": ({ desk, id }) => deactivateMeter(desk, id),
  "GET /v1/billing/meters/:id/event_summaries": ({ desk, id, form }) => listSummaries(desk, id, form),
  "POST /v1/billing/meter_events": ({ desk, form }) => createMeterEvent(desk, form),
  "POST /v1/customers": ({ desk, form }) => createCustomer(desk, form),
  "GET /v1/customers": ({ desk, form }) => listCustomers(desk, form),
  "GET /v1/customers/:id": ({ desk, id }) => retrieveCustomer(desk, id),
  "POST /v1/customers/:id": ({ desk, id, form }) => updateCustomer(desk, id, form),
  "DELETE /v1/customers/:id": ({ desk, id }) => deleteCustomer(desk, id),
  "POST /v1/customers/:id/balance_transactions": ({ desk, id, form }) =>
    createBalanceTransaction(desk, id, form),
  "GET /v1/customers/:id/balance_transactions": ({ desk, id, form }) =>
    listBalanceTransactions(desk, id, form),
  "GET /v1/customers/:id/payment_methods": ({ desk, id, form }) => listPaymentMethods(desk, form, id),
  "POST /v1/payment_methods": ({ desk, form }) => createPaymentMethod(desk, form),
  "GET /v1/payment_methods": ({ desk, form }) => listPaymentMethods(desk, form),
  "GET /v1/payment_methods/:id": ({ desk, id }) => desk.need("payment_method", id),
  "POST /v1/payment_methods/:id/attach": ({ desk, id, form }) => attachPaymentMethod(desk, id, form),
  "POST /v1/payment_methods/:id/detach": ({ desk, id }) => detachPaymentMethod(desk, id),
  "POST /v1/checkout/sessions": ({ desk, form }) => createSession(desk, form),
  "GET /v1/checkout/sessions": ({ desk, form }) => listSessions(desk, form),
  "GET /v1/checkout/sessions/:id": ({ desk, id }) => current(desk, desk.need("checkout.session", id)),
  "POST /v1/checkout/sessions/:id": ({ desk, id, form }) => updateSession(desk, id, form),
  "POST /v1/checkout/sessions/:id/expire": ({ desk, id }) => expireSession(desk, id),
  "GET /v1/checkout/sessions/:id/line_items": ({ desk, id }) => desk.need("checkout.session", id).line_items,
  "POST /v1/subscriptions": ({ desk, form }) => createSubscription(desk, form),
  "GET /v1/subscriptions": ({ desk, form }) => listSubscriptions(desk, form),
  "GET /v1/subscriptions/:id": ({ desk, id }) => desk.need("subscription", id),
  "POST /v1/subscriptions/:id": ({ desk, id, form }) => updateSubscription(desk, id, form),
  "DELETE /v1/subscriptions/:id": ({ desk, id, form }) => cancelSubscription(desk, id, form),
  "POST /v1/subscriptions/:id/resume": ({ desk, id }) => resumeSubscription(desk, id),
  "GET /v1/invoices": ({ desk, form }) => listInvoices(desk, form),
  "POST /v1/invoices/create_preview": ({ desk, form }) => previewInvoice(desk, form),
  "GET /v1/invoices/:id": ({ desk, id }) => desk.need("invoice", id),
  "POST /v1/invoices/:id": ({ desk, id, form }) => updateInvoice(desk, id, form),
  "GET /v1/invoices/:id/lines": ({ desk, id, form }) => listLines(desk, id, form),
  "POST /v1/invoices/:id/pay": ({ desk, id, form }) => payInvoice(desk, id, form),
  "POST /v1/invoices/:id/void": ({ desk, id }) => voidInvoice(desk, id),
  "POST /v1/invoices/:id/finalize": ({ desk, id }) => finalizeInvoice(desk, id),
  "POST /v1/invoices/:id/mark_uncollectible": ({ desk, id }) => markUncollectible(desk, id),
  "GET /v1/invoice_payments": ({ desk, form }) => listInvoicePayments(desk, form),
  "POST /v1/payment_intents": ({ desk, form }) => createIntent(desk, form),
  "GET /v1/payment_intents": ({ desk, form }) => listIntents(desk, form),
  "GET /v1/payment_intents/:id": ({ desk, id }) => desk.need("payment_intent", id),
  "POST /v1/payment_intents/:id/cancel": ({ desk, id }) => cancelIntent(desk, id),
  "GET /v1/charges/:id": ({ desk, id }) => desk.need("charge", id),
  "GET /v1/disputes": ({ desk, form }) => listDisputes(desk, form),
  "GET /v1/disputes/:id": ({ desk, id }) => desk.need("dispute", id),
  "POST /v1/disputes/:id/close": ({ desk, id }) => decided(desk, id, "lost"),
  "POST /v1/refunds": ({ desk, form }) => createRefund(desk, form),
  "GET /v1/refunds": ({ desk, form }) => listRefunds(desk, form),
  "GET /v1/refunds/:id": ({ desk, id }) => desk.need("refund", id),
  "POST /v1/billing_portal/configurations": ({ desk, form }) => createConfiguration(desk, form),
  "GET /v1/billing_portal/configurations": ({ desk, form }) => listConfigurations(desk, form),
  "GET /v1/billing_portal/configurations/:id": ({ desk, id }) =>
    desk.need("billing_portal.configuration", id),
  "POST /v1/billing_portal/configurations/:id": ({ desk, id, form }) => updateConfiguration(desk, id, form),
  "POST /v1/billing_portal/sessions": ({ desk, form }) => createPortalSession(desk, form),
  "POST /v1/subscription_schedules": ({ desk, form }) => createSchedule(desk, form),
  "GET /v1/subscription_schedules": ({ desk, form }) => listSchedules(desk, form),
  "GET /v1/subscription_schedules/:id": ({ desk, id }) => desk.need("subscription_schedule", id),
  "POST /v1/subscription_schedules/:id": ({ desk, id, form }) => updateSchedule(desk, id, form),
  "POST /v1/subscription_schedules/:id/release": ({ desk, id }) => releaseSchedule(desk, id),
  "POST /v1/subscription_schedules/:id/cancel": ({ desk, id }) => cancelSchedule(desk, id),
  "POST /v1/accounts": ({ desk, form }) => createAccount(desk, form),
  "GET /v1/accounts": ({ desk, form }) => listAccounts(desk, form),
  "GET /v1/accounts/:id": ({ desk, id }) => desk.need("account", id),
  "POST /v1/accounts/:id": ({ desk, id, form }) => updateAccount(desk, id, form),
  "DELETE /v1/accounts/:id": ({ desk, id }) => deleteAccount(desk, id),
  "POST /v1/accounts/:id/login_links": ({ desk, id }) => createLoginLink(desk, id),
  "POST /v1/account_links": ({ desk, form }) => createAccountLink(desk, form),
  "GET /v1/balance": ({ desk, account }) => balanceOf(desk, account),
  "GET /v1/transfers": ({ desk, form }) => listTransfers(desk, form),
  "GET /v1/transfers/:id": ({ desk, id }) => desk.need("transfer", id),
  "GET /v1/application_fees": ({ desk, form }) => listFees(desk, form),
  "GET /v1/application_fees/:id": ({ desk, id }) => desk.need("application_fee", id),
  "GET /v1/events": ({ desk, form }) => listEvents(desk, form),
  "GET /v1/events/:id": ({ desk, id }) => retrieveEvent(desk, id),
};

const table = Object.entries(routes).map(([name, handler]) => {
  const [method = "", path = ""] = name.split(" ");
  return { method, parts: path.split("/"), handler };
});

type Request = { method: string; pathname: string; form: Form; account: string | null };

/** Answers a request, which has been authenticated. @throws StripeRefusal */
export function answered(desk: Desk, { method, pathname, form, account }: Request): object {
  const parts = pathname.split("/");
  for (const route of table) {
    if (route.method !== method || route.parts.length !== parts.length) continue;
    if (!route.parts.every((part, index) => part === ":id" || part === parts[index])) continue;
    const id = decodeURIComponent(parts[route.parts.indexOf(":id")] ?? "");
    return route.handler({ desk, form, id, account });
  }
  throw invalid(
    `Unrecognized request URL (${method}: ${pathname}). The sandbox simulates only a part of Stripe's API.`,
    {},
    404,
  );
}
