/** What a page costs to load and what a deployment carries, against `bundle-budget.json`; and words that must never reach a browser or a deployment. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { deployableDirectory } from "./deployable.mjs";
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
    for (const url of [route.module, ...route.imports, route.clientLoaderModule, route.clientActionModule])
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

/** Pages of words ask for no script at all; what remains is what stands in the document itself. */
export function pageWeights(limits) {
  const { routes, entry, url } = manifest();
  return Object.entries(limits.pages).map(([path, page]) => {
    const id = Object.keys(routes).find((key) => pathOf(routes, key) === path && !routes[key].index);
    if (!id) return { path, bytes: Number.NaN, budget: page.bytes };
    return { path, bytes: page.words ? 0 : scriptBytes(routes, entry, url, id), budget: page.bytes };
  });
}

function forbidden(folder, words) {
  return filesBelow(folder)
    .filter((path) => /\.(?:js|mjs|css|json|html|txt)$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, "utf8");
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

/** What everything may weigh, and the words that must stay out. */
export const budget = () => JSON.parse(readFileSync(join(root, "bundle-budget.json"), "utf8"));

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

/** Prints the table and says whether everything is within its budget. `dryRun`: what wrangler printed of the upload. */
export function checkBundle(dryRun) {
  const limits = budget();
  let ok = true;
  const row = (name, bytes, limit) => {
    const met = bytes <= limit;
    ok &&= met;
    console.log(
      `  ${met ? "✓" : "✗"} ${name.padEnd(28)} ${kilobytes(bytes).padStart(10)}  of ${kilobytes(limit)}`,
    );
  };
  for (const page of pageWeights(limits)) row(page.path, page.bytes, page.budget);
  row("Worker upload", uploadBytes(dryRun), limits.worker_upload.bytes);
  const found = [
    ...forbidden(client, limits.forbidden.client),
    ...forbidden(server, limits.forbidden.deployable),
  ];
  for (const line of found) console.log(`  ✗ ${line}`);
  return ok && found.length === 0;
}
