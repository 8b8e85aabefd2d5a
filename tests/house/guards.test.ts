/** No page can forget its guard: what asks for an organization sits under the guard that gives it, and answers client navigations too. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";

const app = resolve(import.meta.dirname, "../../app");
const source = (file: string) => readFileSync(join(app, file), "utf8");

type Leaf = { file: string; above: string[] };
const leaves = (entries: RouteConfigEntry[], above: string[] = []): Leaf[] =>
  entries.flatMap((entry) =>
    entry.children ? leaves(entry.children, [...above, entry.file]) : [{ file: entry.file, above }],
  );

const all = leaves(await routes);
const exportsLoader = (file: string) =>
  /export (?:const loader\b|(?:async )?function loader\b)/.test(source(file));
const isGuard = (file: string) =>
  /export const middleware\b[^;]*=\s*\[[^\]]*\bmembersOnly\b/.test(source(file));
const guards = [...new Set(all.flatMap((leaf) => leaf.above))].filter(isGuard);

test("there is a guard, and pages on both sides of it", () => {
  expect(guards.length).toBeGreaterThan(0);
  expect(all.some((leaf) => leaf.above.some(isGuard))).toBe(true);
  expect(all.some((leaf) => !leaf.above.some(isGuard))).toBe(true);
});

test.each(guards)("the guard %s has a loader, so that it runs on client navigations", (file) => {
  expect(exportsLoader(file)).toBe(true);
});

test.each(all.filter((leaf) => /\b(?:organization|permitted|agency)\(context/.test(source(leaf.file))))(
  "$file asks for an organization and sits under the guard",
  (leaf) => {
    expect(leaf.above.some(isGuard)).toBe(true);
  },
);

test.each(all.filter((leaf) => leaf.above.some(isGuard)))(
  "$file sits under a guard and has a loader or only an action",
  (leaf) => {
    const hasView = /export default\b/.test(source(leaf.file));
    expect(exportsLoader(leaf.file) || !hasView).toBe(true);
  },
);

const house = resolve(app, "..");
const served = ["app", "workers"].flatMap((folder) =>
  readdirSync(join(house, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("sandbox"))
    .map((file) => join(folder, file)),
);
const textOf = (file: string) => readFileSync(join(house, file), "utf8");

test("R24: the database is reached through its counted and bounded door alone", () => {
  expect(served.length).toBeGreaterThan(100);
  const around = served.filter((file) =>
    /(?<!new Database\((?:this\.)?)(?:\benv|\))\.DB\b/.test(textOf(file)),
  );
  // It counts the statements of cron for all who use that door.
  expect(around).toEqual(["workers/counted-env.ts"]);
  const drivers = served.filter((file) => textOf(file).includes('"drizzle-orm/d1"'));
  expect(drivers).toEqual(["app/platform/d1.server.ts"]);
});

test("bodies are read by the one reader that counts them", () => {
  const around = served.filter(
    (file) =>
      file !== "app/platform/body.server.ts" &&
      /\brequest(?:\.clone\(\))?\.(?:formData|json|text|arrayBuffer|bytes|blob)\(/.test(textOf(file)),
  );
  expect(around).toEqual([]);
});

/** What reaches out of the Worker by itself, in a line of code: a fetch that is no method and asks another address than one of its own origin. */
const reachesOut = (line: string): boolean =>
  /(?<![\w.]|async |function )fetch\((?!\w+:|"\/)/.test(line) ||
  /\b(?:globalThis|self)\.fetch\b|\b(?:const|let) \w+ = fetch\b|cloudflare:sockets|\bnew (?:EventSource|XMLHttpRequest)\(|\bimport\("https?:/.test(
    line,
  );

test.each([
  ['await fetch("https://evil.test/")', true],
  ["return fetch(url, init);", true],
  ["[fetch(new URL(address))]", true],
  ["globalThis.fetch(url)", true],
  ["const get = fetch;", true],
  ['import { connect } from "cloudflare:sockets";', true],
  ['await fetch("/passkeys/options", {', false],
  ["async fetch(request, env, ctx) {", false],
  ["fetch(request: Request): Promise<Response>;", false],
  ["organizationObject(membership, env).fetch(asked)", false],
])("of %j it is %s that it reaches out", (line, expected) => {
  expect(reachesOut(line)).toBe(expected);
});

test("every request to another host goes out by the one door", () => {
  const around = served.filter(
    (file) =>
      // The local entry puts the sandbox in the place of the outside world; it is never deployed. The others run in
      // browsers: the service worker asks its own host for files and pages, the panel of callers the simulated phone, the
      // widget the host that its script came from, and the API's reference the host whose page it is on,
      // with the requests that it shows to be copied.
      ![
        "app/platform/outbound.server.ts",
        "workers/local.ts",
        "app/shell/service-worker.ts",
        "app/admin/callers-panel.tsx",
        "app/web-calls/widget/widget.ts",
        "app/api/reference-script.ts",
        "app/api/written-requests.ts",
      ].includes(file) && textOf(file).split("\n").some(reachesOut),
  );
  expect(around).toEqual([]);
});

test("no promise outlives its request: another request that waits for it would wait for ever", () => {
  const kept = served.filter(
    (file) =>
      // Runs in browsers.
      file !== "app/billing/checkout/stripe-js.ts" &&
      textOf(file)
        .split("\n")
        .some(
          (line) =>
            /^(?:export )?(?:let|const) [^=(]*\bPromise</.test(line) ||
            /^(?:export )?const \w+ = new Map<[^(]*Promise</.test(line),
        ),
  );
  expect(kept).toEqual([]);
});
