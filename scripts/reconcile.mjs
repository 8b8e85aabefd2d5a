/**
 * `npm run reconcile -- [--origin https://…]`: compares calls, roll-ups, metered calls, Stripe's meter and its invoices, organization by
 * organization, and prints what differs (docs/billing-usage.md, "Reconciling"). Ends with 1 when something does. The
 * access token of a platform admin stands in ACCESS_TOKEN.
 */
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { origin: { type: "string", default: "http://localhost:8787" } } });
const token = process.env.ACCESS_TOKEN;

function stop(words) {
  console.error(words);
  process.exit(2);
}

if (!token)
  stop('Set ACCESS_TOKEN to a platform admin\'s access token (docs/billing-usage.md, "Reconciling").');

async function compare(after) {
  const response = await fetch(new URL("/functions/reconcile-usage", values.origin), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", origin: values.origin },
    body: JSON.stringify(after === null ? {} : { after }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) stop(`${response.status}: ${answer.error ?? answer.message ?? "no answer"}`);
  return answer;
}

let after = null;
let compared = 0;
let differing = 0;
do {
  const answer = await compare(after);
  compared += answer.compared;
  differing += answer.differences.length;
  for (const one of answer.differences)
    console.log(
      `✗ ${one.name} (${one.organization_id}), ${one.from} to ${one.until}: ${one.what} ${one.found_seconds} s, expected ${one.expected_seconds} s`,
    );
  after = answer.next;
} while (after !== null);

console.log(
  `${compared} periods compared, ${differing === 0 ? "no difference" : `${differing} differences`}`,
);
process.exitCode = differing === 0 ? 0 : 1;
