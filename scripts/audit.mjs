/**
 * `npm run audit -- verify [--origin https://…]`: verifies the audit chain (docs/security.md, "The audit chain") and names
 * the first event that was changed, removed or inserted. Ends with 1 when there is one. With the access token of a platform
 * admin in ACCESS_TOKEN it asks the deployment; without one it reads this machine's own database.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./processes.mjs";
import { underProjectNode } from "./project-node.mjs";

function stop(words) {
  console.error(words);
  process.exit(2);
}

const usage = "npm run audit -- verify [--origin https://app.example.com]";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { origin: { type: "string", default: "http://localhost:8787" } },
});
if (positionals.join(" ") !== "verify") stop(usage);

/** Asks the deployment for one stretch. */
async function ask(from) {
  const response = await fetch(new URL("/functions/verify-audit", values.origin), {
    method: "POST",
    headers: {
      authorization: `Bearer ${process.env.ACCESS_TOKEN}`,
      "content-type": "application/json",
      origin: values.origin,
    },
    body: JSON.stringify(from === null ? {} : { from }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) stop(`${response.status}: ${answer.error ?? answer.message ?? "no answer"}`);
  return answer;
}

/** Reads this machine's own database, whether or not its server runs. */
async function local() {
  await underProjectNode(import.meta.url);
  const [{ getPlatformProxy, unstable_readConfig }, { verifyStretch }, { localSettings }] = await Promise.all(
    [
      import("wrangler"),
      import("#app/audit/verify-chain.server.ts"),
      import("#workers/sandbox/local-bindings.ts"),
    ],
  );
  // Of the bindings only these two: the others would be looked for in a Worker that is not here.
  const config = unstable_readConfig({ config: join(root, "wrangler.toml") });
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const configPath = join(folder, "wrangler.json");
  const { compatibility_date, d1_databases, r2_buckets } = config;
  writeFileSync(configPath, JSON.stringify({ name: "audit", compatibility_date, d1_databases, r2_buckets }));
  const proxy = await getPlatformProxy({
    configPath,
    persist: { path: join(root, ".wrangler", "state", "v3") },
    remoteBindings: false,
  });
  const { DB, FILES } = proxy.env;
  const env = { ...localSettings("8787"), DB, FILES };
  const end = async () => {
    await proxy.dispose();
    rmSync(folder, { recursive: true });
  };
  return { stretch: (from) => verifyStretch(env, from), end };
}

const words = {
  changed: (id) => `event ${id} was changed after it was sealed`,
  removed: (id) => (id === null ? "an event and its seal were removed" : `event ${id} was removed`),
  forged: (id) =>
    id === null ? "the chain's beginning or end was forged" : `the seal of event ${id} is not ours`,
  inserted: (id) => `event ${id} was inserted: it has no seal`,
  cut: () => "the newest events and their seals were removed",
};

const { stretch, end } = process.env.ACCESS_TOKEN ? { stretch: ask, end: () => undefined } : await local();
let from = null;
let checked = 0;
let head = null;
let fault = null;
do {
  const answer = await stretch(from);
  checked += answer.checked;
  head = answer.head ?? head;
  ({ fault } = answer);
  from = answer.next;
} while (from !== null);
await end();

if (fault) {
  const where = fault.sequence === null ? "" : ` (number ${fault.sequence} of the chain)`;
  console.log(`✗ ${words[fault.kind](fault.event_id)}${where}`);
}
const upTo = head && head.sequence > 0 ? `, up to number ${head.sequence}, ${head.hash}` : "";
console.log(
  `${checked} events verified${upTo}. ${fault ? "The audit trail is not intact." : "The audit trail is intact."}`,
);
process.exit(fault ? 1 : 0);
