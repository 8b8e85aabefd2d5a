/** Invoices as the page lists them. */

export type InvoiceRow = {
  readonly id: string;
  /** "ACME-0003", or the date where Stripe gives none. */
  readonly name: string;
  readonly date: string;
  readonly amount: string;
  readonly status: { readonly word: string; readonly tone: "good" | "neutral" | "warn" | "bad" };
  /** Stripe's PDF. */
  readonly pdf: string | null;
  /** Whether it bills minutes: the first one of a plan bills its fee ahead, a bought number's bills none. */
  readonly hasCalls: boolean;
  /** Where an open one is paid. */
  readonly pay: string | null;
};

const statuses: Readonly<Record<string, InvoiceRow["status"]>> = {
  paid: { word: "Paid", tone: "good" },
  open: { word: "Open", tone: "warn" },
  uncollectible: { word: "Unpaid", tone: "bad" },
  void: { word: "Void", tone: "neutral" },
};
export const overdue: InvoiceRow["status"] = { word: "Overdue", tone: "bad" };
const unknown: InvoiceRow["status"] = { word: "In progress", tone: "neutral" };

/** Stripe's status of an invoice; null: it has none yet. */
export const shownInvoiceStatus = (status: string | null): InvoiceRow["status"] =>
  status !== null && Object.hasOwn(statuses, status) ? (statuses[status] ?? unknown) : unknown;
