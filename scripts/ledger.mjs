/**
 * `npm run ledger -- verify file`: verifies an exported ledger of attempts (docs/campaigns.md, "The ledger") and names the
 * first row that was changed or removed, or emptied by something else than an erasure. Ends with 1 when there is one. `--hash …`: what the last row's hash was when it was noted elsewhere.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { underProjectNode } from "./project-node.mjs";

const usage = "npm run ledger -- verify ledger.ndjson [--hash the-hash-of-its-last-row]";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hash: { type: "string" } },
});
const [what, file] = positionals;
if (what !== "verify" || !file) {
  console.error(usage);
  process.exit(2);
}
await underProjectNode(import.meta.url);
const { beginning, emptyRows, faultOf, ledgerEnd, ledgerRow } = await import(
  "#app/campaigns/ledger-chain.ts"
);

/** @returns what is wrong, or the last row */
async function verify() {
  let before = { sequence: 0, hash: beginning };
  let end = null;
  const empty = emptyRows();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() === "") continue;
    const value = parsed(line);
    if (end !== null) return { fault: { kind: "unreadable", sequence: before.sequence + 1 } };
    const last = ledgerEnd.safeParse(value);
    if (last.success) {
      end = last.data;
      continue;
    }
    const row = ledgerRow.safeParse(value);
    if (!row.success) return { fault: { kind: "unreadable", sequence: before.sequence + 1 } };
    const fault = faultOf(row.data, before);
    if (fault) return { fault };
    empty.take(row.data);
    before = row.data;
  }
  if (end === null || end.rows !== before.sequence || end.hash !== before.hash)
    return { fault: { kind: "removed", sequence: before.sequence + 1 } };
  const emptied = empty.fault();
  if (emptied) return { fault: emptied };
  if (values.hash !== undefined && values.hash !== before.hash)
    return { fault: { kind: "changed", sequence: null } };
  return { rows: before.sequence, hash: before.hash, erased: empty.count() };
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const words = {
  changed: "is not what was written",
  removed: "is missing",
  unreadable: "cannot be read",
  emptied: "is empty, and no erasure names it",
};
const { fault, rows, hash, erased } = await verify().catch((error) => {
  if (error?.syscall === undefined) throw error;
  console.error(`${file} cannot be read.`);
  process.exit(2);
});
if (fault) {
  console.error(
    fault.sequence === null
      ? "The ledger holds together, but it is not the one whose hash was noted."
      : `Row ${fault.sequence} ${words[fault.kind]}.`,
  );
  process.exit(1);
}
console.log(
  `${rows} rows, each tied to the one before; erasures emptied ${erased} of them. The last hash is ${hash}.`,
);
