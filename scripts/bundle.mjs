/** What a page costs to load and what a deployment contains, against `bundle-budget.json`; and words that must never reach a browser or a deployment. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { deployableDirectory, deployableParts } from "./deployable.mjs";
import { root } from "./processes.mjs";

const client = join(deployableDirectory, "client");
const server = join(deployableDirectory, "server");

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const zipped = new Map();
const gzipBytes = (path) => {
  if (!zipped.has(path)) zipped.set(path, gzipSync(readFileSync(path)).length);
  return zipped.get(path);
};

/** React Router's own table of which chunks each route loads. */
function manifest() {
  const name = filesBelow(client).find((path) => /manifest-[\w-]+\.js$/.test(path));
  const text = readFileSync(name, "utf8");
  return JSON.parse(text.slice(text.indexOf("=") + 1).replace(/;\s*$/, ""));
}

/** Client JavaScript that a document of this route asks for, gzip bytes: the entry, the manifest, and every route of its branch. */
function scriptBytes(routes, entry, manifestUrl, id) {
  const urls = new Set([entry.module, ...entry.imports, manifestUrl]);
  for (let route = routes[id]; route; route = routes[route.parentId]) {
    for (const url of [
      route.module,
      ...(route.imports ?? []),
      route.clientLoaderModule,
      route.clientActionModule,
    ])
      if (url) urls.add(url);
  }
  return [...urls].reduce((sum, url) => sum + gzipBytes(join(client, url)), 0);
}

const pathOf = (routes, id) => {
  const parts = [];
  for (let route = routes[id]; route; route = routes[route.parentId])
    if (route.path) parts.unshift(route.path);
  return `/${parts.join("/")}`;
};

/** Every page that has a view, by its path. */
function pages() {
  const { routes, entry, url } = manifest();
  return Object.keys(routes)
    .filter((id) => routes[id].path && routes[id].hasDefaultExport)
    .map((id) => ({ path: pathOf(routes, id), bytes: () => scriptBytes(routes, entry, url, id) }));
}

/** The pages with scripts; pages of words are measured as they are served (words.mjs). */
export function pageWeights(limits) {
  const known = pages();
  return Object.entries(limits.pages)
    .filter(([, page]) => !page.words)
    .map(([path, page]) => ({
      path,
      bytes: known.find((one) => one.path === path)?.bytes() ?? Number.NaN,
      budget: page.bytes,
    }));
}

/** Files that other websites load. */
const fileWeights = (limits) =>
  Object.entries(limits.files).map(([path, { bytes }]) => ({
    path,
    bytes: gzipBytes(join(client, path)),
    budget: bytes,
  }));

/** Pages without a budget, and budgets without a page. */
function unmatched(limits) {
  const known = pages().map(({ path }) => path);
  const listed = Object.keys(limits.pages);
  return [
    ...known
      .filter((path) => !listed.includes(path))
      .map((path) => `${path} has no row in bundle-budget.json`),
    ...listed
      .filter((path) => !known.includes(path))
      .map((path) => `bundle-budget.json has a row for ${path}, which is no page`),
  ];
}

/**
 * Words of others that hold the name of our sandbox: a directive of the content policy, a service that `aws4fetch` knows,
 * and what Stripe's package says of its own sandboxes and asks of the programs around it.
 */
const ofOthers = [
  "sandbox; default-src 'none'",
  "mturk-requester-sandbox",
  "in test and sandbox environments",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_SANDBOX",
];

function forbidden(folder, words) {
  return filesBelow(folder)
    .filter((path) => /\.(?:js|mjs|css|json|html|txt)$/.test(path))
    .flatMap((path) => {
      const text = ofOthers.reduce((left, name) => left.replaceAll(name, ""), readFileSync(path, "utf8"));
      return words
        .filter((word) => text.includes(word))
        .map((word) => `${path.slice(deployableDirectory.length + 1)} holds "${word}"`);
    });
}

/** Gzip bytes of the Worker, as wrangler's dry run reports them. */
export function uploadBytes(dryRun) {
  const kibibytes = /gzip:\s*([\d.]+)\s*KiB/.exec(dryRun)?.[1];
  return kibibytes ? Number(kibibytes) * 1024 : Number.NaN;
}

/** The budgets, and the words that must stay out. */
export const budget = () => JSON.parse(readFileSync(join(root, "bundle-budget.json"), "utf8"));

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

/** Prints rows of `{ path, bytes, budget }` and says whether all of them are within their budgets. */
export function printWeights(rows) {
  for (const { path, bytes, budget: limit } of rows)
    console.log(
      `  ${bytes <= limit ? "✓" : "✗"} ${path.padEnd(28)} ${kilobytes(bytes).padStart(10)}  of ${kilobytes(limit)}`,
    );
  return rows.every(({ bytes, budget: limit }) => bytes <= limit);
}

/** Addresses that a deployment must not have, and headers that its static files must have. */
export function openEdges({ config, headers }) {
  const wrong = [];
  if (config.workers_dev !== false) wrong.push("the deployment would answer on workers.dev");
  if (config.preview_urls !== false) wrong.push("the deployment would answer on preview addresses");
  const { hostname } = new URL(`https://${config.vars.PUBLIC_HOST}`);
  const [, ownRule = ""] = headers.split(`https://${hostname}/*\n`);
  if (!ownRule.includes("max-age=31536000; includeSubDomains"))
    wrong.push(`static files of ${hostname} do not say includeSubDomains`);
  return wrong;
}

/** Prints the table and says whether everything is within its budget. `dryRun`: wrangler's output about the upload. */
export function checkBundle(dryRun) {
  const limits = budget();
  const upload = { path: "Worker upload", bytes: uploadBytes(dryRun), budget: limits.worker_upload.bytes };
  const light = printWeights([...pageWeights(limits), ...fileWeights(limits), upload]);
  const wrong = [
    ...unmatched(limits),
    ...openEdges(deployableParts()),
    ...forbidden(client, limits.forbidden.client),
    ...forbidden(server, limits.forbidden.deployable),
  ];
  for (const line of wrong) console.log(`  ✗ ${line}`);
  return light && wrong.length === 0;
}
