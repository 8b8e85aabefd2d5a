/**
 * Finds every regular expression of the product and tells which ones can be slow: one that backtracks over outside
 * text is a way to block a Worker or an organization's object. `npm run expressions` measures new ones and stores the
 * verdicts in `scripts/expressions.json`; `npm run check` compares.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import { parseSync, runnerImport } from "vite";
import { root } from "./processes.mjs";

const verdictsAt = join(root, "scripts", "expressions.json");
/**
 * Steps are counted instead of timed, so that a busy machine gives the same result: an expression may take 500 steps
 * a character over the 10,000 characters that an utterance has at most.
 */
const limits = {
  timeout: 300_000,
  attackLimit: 5_000_000,
  maxAttackStringSize: 10_000,
  attackTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  seedingTimeout: null,
};
const lanes = 2;

/** The sources of the product; the sandbox is never deployed. */
const sources = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app", "workers"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("workers/sandbox/"))
    .filter((name) => existsSync(join(root, name)));

/**
 * Calls `visit` with every node of a syntax tree, and with the name of the outermost function around it.
 * @param named what a function without a name of its own is kept as
 */
function walk(node, visit, owner = null, named = "a function without a name") {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) visit(node, owner);
  const own = node.id?.name ?? node.key?.name ?? named;
  const isFunction = /Function/.test(node.type ?? "");
  for (const part of Object.values(node)) walk(part, visit, owner ?? (isFunction ? own : null), own);
}

const isMade = ({ type, callee }) =>
  (type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp";

/** The literal expressions of a file, how many it builds from parts, and the functions that build some when they are called. */
export function written(name, code) {
  const found = [];
  let made = 0;
  const makers = new Set();
  walk(parseSync(name, code, { sourceType: "module" }).program, (node, owner) => {
    if (node.type === "Literal" && node.regex) found.push({ name, ...node.regex });
    else if (isMade(node)) {
      made += 1;
      if (owner !== null) makers.add(`${name}: ${owner}`);
    }
  });
  return { found, made, makers: [...makers] };
}

/** Modules are loaded here without a Worker; none may use it while it loads, so empty values replace it. */
const withoutWorker = {
  name: "without-worker",
  resolveId: (id) => (id.startsWith("cloudflare:") ? `\0${id}` : null),
  load: (id) =>
    id.startsWith("\0cloudflare:")
      ? "export const env = {};\nexport const waitUntil = () => {};\nexport class DurableObject {}"
      : null,
};

/** Expressions that modules build from parts when they load. One that a function builds later is not seen: `made` in the verdicts names it. */
async function madeWhileLoading(names) {
  const found = [];
  const Plain = globalThis.RegExp;
  const noted = (made) => {
    const [, maker = ""] = (new Error().stack ?? "")
      .split("\n")
      .filter((line) => !line.includes("/scripts/expressions.mjs"));
    const name = names.find((one) => maker.includes(`/${one}:`));
    if (name) found.push({ name, pattern: made.source, flags: made.flags });
    return made;
  };
  globalThis.RegExp = new Proxy(Plain, {
    construct: (of, given) => noted(new of(...given)),
    apply: (of, _, given) => noted(of(...given)),
  });
  try {
    const quiet = { root, configFile: false, logLevel: "error", plugins: [withoutWorker] };
    for (const name of names) await runnerImport(join(root, name), quiet);
  } finally {
    globalThis.RegExp = Plain;
  }
  return found;
}

const shown = ({ pattern, flags }) => `/${pattern}/${flags}`;
const hashOf = (one) => createHash("sha256").update(shown(one)).digest("hex").slice(0, 16);

/** Every expression once, with the first file that contains it. */
async function expressions() {
  const read = sources().map((name) => ({ name, ...written(name, readFileSync(join(root, name), "utf8")) }));
  const makers = read.filter(({ made }) => made > 0).map(({ name }) => name);
  const all = [...read.flatMap(({ found }) => found), ...(await madeWhileLoading(makers))];
  const unique = [...new Map(all.map((one) => [shown(one), one])).values()];
  return { all: unique, functions: read.flatMap(({ makers: functions }) => functions) };
}

/**
 * `linear`: hashes of expressions that take a bounded number of steps a character; `bounded`: others, each with what
 * limits its text; `made`: functions that build expressions when they are called, each with the reason why those are
 * linear.
 */
const verdicts = () => JSON.parse(readFileSync(verdictsAt, "utf8"));

/** The cost of an expression: "linear", or why it is not, in words. */
export async function costOf({ pattern, flags }) {
  const { status, complexity, error, attack } = await check(pattern, flags.replace("d", ""), limits);
  if (status === "safe") return "linear";
  if (status === "unknown") return `cannot be told (${error?.kind ?? "unknown"})`;
  return `${complexity.summary}, as with ${attack.pattern.slice(0, 120)}`;
}

/** Measures expressions, two at a time. */
async function measured(some) {
  const rest = [...some];
  const costs = new Map();
  const lane = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) costs.set(shown(one), await costOf(one));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return costs;
}

/** Functions that build expressions and are missing in the verdicts, or are in the verdicts and no longer exist. */
export const unnamed = (functions, made) => [
  ...functions
    .filter((one) => !Object.hasOwn(made, one))
    .map((one) => `${one} makes expressions that are not measured: say under "made" what keeps them linear`),
  ...Object.keys(made)
    .filter((one) => !functions.includes(one))
    .map((one) => `scripts/expressions.json: ${one} makes no expression`),
];

/** The problems of the product's expressions, and the current verdicts. */
async function examined() {
  const { linear, bounded, made } = verdicts();
  const known = new Set(linear);
  const { all, functions } = await expressions();
  const costs = await measured(
    all.filter((one) => !known.has(hashOf(one)) && !Object.hasOwn(bounded, shown(one))),
  );
  const isLinear = (one) => known.has(hashOf(one)) || costs.get(shown(one)) === "linear";
  const wrong = all
    .filter((one) => !isLinear(one) && !Object.hasOwn(bounded, shown(one)))
    .map((one) => `${one.name}: ${shown(one)} is ${costs.get(shown(one))}`);
  wrong.push(...unnamed(functions, made));
  const present = new Set(all.map(shown));
  for (const one of Object.keys(bounded))
    if (!present.has(one)) wrong.push(`scripts/expressions.json: ${one} is gone`);
  return { wrong, count: all.length, linear: all.filter(isLinear).map(hashOf).sort() };
}

if (import.meta.main) {
  const { wrong, count, linear } = await examined();
  if (!process.argv.includes("--check"))
    writeFileSync(verdictsAt, `${JSON.stringify({ ...verdicts(), linear }, null, 2)}\n`);
  console.log(`${count} expressions, ${linear.length} of them linear`);
  for (const one of wrong) console.log(one);
  if (wrong.length > 0)
    console.log(
      "Write it so that no character is read twice, or say in scripts/expressions.json what bounds its text.",
    );
  process.exit(wrong.length > 0 ? 1 : 0);
}
