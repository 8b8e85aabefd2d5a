/** Articles: plan and billing. */
import type { Article } from "./article.ts";

export const billingArticles: readonly Article[] = [
  {
    slug: "choose-a-plan",
    title: "Choose or change your plan",
    summary: "Start a plan, move to a larger or smaller one, and what's charged when.",
    topic: "Plan and billing",
    pages: ["/subscription"],
    words: "plan upgrade downgrade subscribe price trial starter growth scale yearly monthly checkout",
    body: `
Open **Plan and usage**. It shows your plan, what it includes and how much of it you've used.

![The plan of an organization with its usage](plan)

- **A larger plan** starts at once. You see exactly what's charged before you confirm, with what you haven't used of the old plan taken off.
- **A smaller plan** starts when the period you've paid for ends. Until then you keep what you have; afterward, nothing may exceed the smaller plan's limits.
- **Yearly** plans include two months free.

Owners and billing members can choose and pay for a plan. Admins and members see it.

## Trials

A plan's trial tells you when it ends and what's charged then. Cancel before that day and you pay nothing.
`,
  },
  {
    slug: "usage-and-caps",
    title: "Keep an eye on usage and costs",
    summary: "Minutes, the forecast for the month, and a cap on extra minutes.",
    topic: "Plan and billing",
    pages: ["/subscription"],
    words: "usage minutes overage extra spending cap limit warning forecast cost",
    body: `
**Plan and usage** shows the minutes used so far, what's beyond your plan, and where you'll end up at this rate.

## Set a spending cap

A cap limits what minutes beyond the plan may cost in a month. Choose what happens when it's reached: new calls are refused, or calls continue and you're only told. We email owners and billing members at 50, 80 and 100 percent. Calls in progress always continue.

Without a cap, extra minutes are charged at your plan's price.

## What a minute is

Calls are counted in seconds and added up. Trying a draft in the editor is free.
`,
  },
  {
    slug: "invoices-and-payment",
    title: "Invoices and payment methods",
    summary: "Find invoices with the calls behind them, and fix a failed payment.",
    topic: "Plan and billing",
    pages: ["/subscription"],
    words: "invoice receipt payment card failed overdue tax address billing csv",
    body: `
Open **Plan and usage** and go to **Invoices**. Each invoice has a PDF, and a CSV file of the calls it bills.

Change your card, your billing address and your tax ID on the secure page of our payment provider: choose **Payment method** there. We never see your card number.

## When a payment fails

Everything keeps working for 7 days while the payment is tried again. A bar at the top of every page says so and leads to the open invoice. After that, calls aren't answered and nothing can be changed until it's paid. You can always read and export your data.

If the very first payment after a trial fails, there are no days of grace.
`,
  },
  {
    slug: "cancel-a-plan",
    title: "Cancel your plan",
    summary: "What keeps working until the end, and what happens to your numbers.",
    topic: "Plan and billing",
    pages: ["/subscription"],
    words: "cancel stop subscription end leave refund resume keep",
    body: `
Open **Plan and usage** and choose **Cancel plan**. Everything works until the end of the period you've paid for. Until then, **Keep my plan** takes it back.

Afterward, calls aren't answered and nothing can be changed, but your data stays: you can read and export it. Numbers are given back to the carrier if no plan is chosen again; we email you before that happens.

To delete everything, see [Transfer or delete an organization](/help/transfer-ownership).
`,
  },
];
