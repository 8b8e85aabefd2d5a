/** Every kind of object that the simulated Stripe keeps. */

import type { CheckoutSession, PortalConfiguration, PortalSession } from "./checkout-shapes.ts";
import type { Account, ApplicationFee, Transfer } from "./connect-shapes.ts";
import type { Invoice, PendingLine } from "./invoice-shapes.ts";
import type { Charge, Dispute, PaymentIntent, Refund } from "./payment-shapes.ts";
import type { BalanceTransaction, Customer, Meter, PaymentMethod, Price, Product } from "./shapes-base.ts";
import type { Schedule, Subscription } from "./subscription-shapes.ts";

type Stored = [
  Product,
  Price,
  Meter,
  Customer,
  BalanceTransaction,
  PaymentMethod,
  Subscription,
  Invoice,
  PendingLine,
  PaymentIntent,
  Charge,
  Refund,
  Dispute,
  CheckoutSession,
  PortalSession,
  PortalConfiguration,
  Schedule,
  Account,
  Transfer,
  ApplicationFee,
][number];
export type Kind = Stored["object"];
export type Of<K extends Kind> = Extract<Stored, { object: K }>;
export type StripeObject = Stored;
