// Makes the plans' products and prices at Stripe, and the meter of calls: npm run catalogue
// The secret key comes from STRIPE_SECRET_KEY, or is asked for.
// The figures are in app/billing/stripe/plans.ts. Running it again changes only what differs.
import { createInterface } from "node:readline/promises";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);

async function secretKey() {
  if (process.env.STRIPE_SECRET_KEY) return process.env.STRIPE_SECRET_KEY;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question("Stripe's secret key (sk_…): ");
  terminal.close();
  return typed.trim();
}

const key = await secretKey();
if (!/^[a-z]+_(?:live|test)_/.test(key)) {
  console.error("That is no secret key of Stripe. Nothing was changed.");
  process.exit(1);
}
const { default: Stripe } = await import("stripe");
const { createCatalogue } = await import("../app/billing/stripe/create-catalogue.ts");
try {
  const made = await createCatalogue(new Stripe(key, { maxNetworkRetries: 2, telemetry: false }));
  console.log(
    made.length === 0 ? "Everything stands already." : `Made ${made.length} prices:\n  ${made.join("\n  ")}`,
  );
  console.log("The deployment reads them within an hour.");
} catch (error) {
  console.error(`Stripe refused: ${error.message}\nRun it again: what stands already stays.`);
  process.exit(1);
}
