/**
 * `npm run statement -- <file>`: computes a period's bill anew from the exported CSV alone, line by line
 * (docs/billing-usage.md, "The file"). Ends with 1 when a line or the total disagrees. Needs nothing but Node.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The cells of a CSV text, with quotes and line breaks inside cells. */
export function cellsOf(text) {
  const rows = [];
  let row = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (c === '"') isQuoted = true;
    else if (c === ",") {
      row.push(cell);
      cell = "";
    } else if (c === "\n") {
      row.push(cell);
      rows.push(row);
      row = [];
      cell = "";
    } else if (c !== "\r") cell += c;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** "0.150000" as 150000n, "-1.50" as -150n; null: no amount with at most `places` decimal places. */
function scaled(text, places) {
  const [, sign, whole, cents = ""] = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text ?? "") ?? [];
  if (whole === undefined || cents.length > places) return null;
  const amount = BigInt(whole) * 10n ** BigInt(places) + BigInt(cents.padEnd(places, "0") || "0");
  return sign === "-" ? -amount : amount;
}

const shown = (amount, places) => {
  const [sign, digits] = amount < 0n ? ["-", -amount] : ["", amount];
  const text = String(digits).padStart(places + 1, "0");
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
};

/** The price of so many seconds of a period, in millionths; a fraction of a millionth is not charged. */
const priceOf = (seconds, included, minute) => {
  const beyond = seconds > included ? seconds - included : 0n;
  return { beyond, amount: (beyond * minute) / 60n };
};

/** What so many seconds come to in minor units of so many digits, half up. Invoices keep twelve decimal places of the price of a second. */
const invoiced = (seconds, minute, digits) => {
  const places = 1_000_000_000_000n;
  const minor = 60n * 10n ** BigInt(6 - digits);
  const second = (minute * places + minor / 2n) / minor;
  return (seconds * second + places / 2n) / places;
};

const nothing = { calls: 0, minutes: "0", fee: "0", other: "0", total: "0", currency: "" };

/**
 * Computes a statement anew.
 * @returns what disagrees, in words, and the total
 */
export function recomputed(text) {
  const rows = cellsOf(text);
  const gap = rows.findIndex((row) => row.length === 1 && row[0] === "");
  const head = new Map(rows.slice(0, gap === -1 ? 0 : gap).map(([name, value]) => [name, value]));
  const wrong = [];
  const stated = (name, places = 0) => {
    const value = scaled(head.get(name), places);
    if (value === null) wrong.push(`${name} is missing or not a number`);
    return value ?? 0n;
  };
  // How many digits the currency has after its point.
  const digits = Number(stated("decimals"));
  if (digits < 0 || digits > 3)
    return { ...nothing, wrong: [...wrong, `decimals ${digits} should be 0 to 3`] };
  const [minute, fee, other] = [
    stated("price_per_minute", 6),
    stated("fee", digits),
    stated("other_lines", digits),
  ];
  const included = (stated("included_minutes", 6) * 60n) / 1_000_000n;
  const names = rows[gap + 1] ?? [];
  let used = 0n;
  /** What the line before leads to: each line is judged by it, so that one wrong line is not a hundred. */
  let led = 0n;
  let amounts = 0n;
  let calls = 0n;
  const seen = new Set();
  for (const [place, row] of rows.slice(gap + 2).entries()) {
    const of = (name) => row[names.indexOf(name)] ?? "";
    const call = of("call_id");
    const say = (what) => wrong.push(`line ${gap + 3 + place} (call ${call}): ${what}`);
    const number = (name, places = 0) => {
      const value = scaled(of(name), places);
      if (value === null) say(`${name} is not a number`);
      return value ?? 0n;
    };
    calls += 1n;
    if (seen.has(call)) say("the call is charged twice");
    seen.add(call);
    if (number("position") !== calls) say(`position ${of("position")} should be ${calls}`);
    const seconds = number("billable_seconds");
    const from = number("used_before_seconds");
    if (from !== led) say(`used_before_seconds ${of("used_before_seconds")} should be ${led}`);
    used += seconds;
    led = from + seconds;
    const before = priceOf(from, included, minute);
    const after = priceOf(led, included, minute);
    const beyond = after.beyond - before.beyond;
    const amount = after.amount - before.amount;
    if (number("overage_seconds") !== beyond)
      say(`overage_seconds ${of("overage_seconds")} should be ${beyond}`);
    if (number("included_seconds") !== seconds - beyond)
      say(`included_seconds ${of("included_seconds")} should be ${seconds - beyond}`);
    if (number("price_per_minute", 6) !== minute)
      say(`price_per_minute ${of("price_per_minute")} should be ${shown(minute, 6)}`);
    if (number("amount", 6) !== amount) say(`amount ${of("amount")} should be ${shown(amount, 6)}`);
    amounts += amount;
  }
  const whole = priceOf(used, included, minute);
  const total = fee + other + invoiced(whole.beyond, minute, digits);
  for (const [name, value, places] of [
    ["calls", calls, 0],
    ["billable_seconds", used, 0],
    ["included_seconds", used - whole.beyond, 0],
    ["overage_seconds", whole.beyond, 0],
    ["minutes_amount", amounts, 6],
    ["total", total, digits],
  ])
    if (stated(name, places) !== value)
      wrong.push(`${name} ${head.get(name)} should be ${places === 0 ? value : shown(value, places)}`);
  return {
    wrong,
    calls: Number(calls),
    minutes: shown(amounts, 6),
    fee: shown(fee, digits),
    other: shown(other, digits),
    total: shown(total, digits),
    currency: head.get("currency") ?? "",
  };
}

/** Reads the file, prints what it comes to, and says whether it agrees. */
export function main([file]) {
  if (file === undefined) {
    console.log("Say which file: npm run statement -- calls.csv");
    return 1;
  }
  const { wrong, calls, minutes, fee, other, total, currency } = recomputed(readFileSync(file, "utf8"));
  for (const words of wrong) console.log(`✗ ${words}`);
  console.log(`${calls} calls: ${minutes} ${currency} for minutes beyond the plan, ${fee} ${currency} fee`);
  if (/[1-9]/.test(other)) console.log(`${other} ${currency} for what else the invoice bills`);
  console.log(`Total ${total} ${currency}`);
  console.log(wrong.length === 0 ? "✓ every line agrees" : `${wrong.length} disagree`);
  return wrong.length === 0 ? 0 : 1;
}

// The machine's own Node may be older than the project's: it has no `import.meta.main`.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
