/** What a deployment has besides its code: no second address, and static files that say what pages say. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What an expression over the scripts gives. */
function evaluated(module: string, expression: string): unknown {
  const script = `import * as scripts from ${JSON.stringify(resolve(root, "scripts", module))};
    console.log(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }),
  );
}

const rules = readFileSync(resolve(root, "public/_headers"), "utf8");
const headersOn = (host: string) =>
  String(evaluated("deployable.mjs", `scripts.headersOn(${JSON.stringify(rules)}, ${JSON.stringify(host)})`));

test("static files speak for the subdomains of the platform's own host, and on tenants' hosts for themselves", () => {
  const written = headersOn("calls.example.com");
  const [general = "", own = ""] = written.split("https://calls.example.com/*\n");
  expect(general).toMatch(/^ {2}Strict-Transport-Security: max-age=31536000$/m);
  expect(general).not.toContain("includeSubDomains");
  expect(own.trimEnd().split("\n")).toEqual([
    "  ! Strict-Transport-Security",
    "  Strict-Transport-Security: max-age=31536000; includeSubDomains",
  ]);
});

test("a port of the host stays out of the rule, which knows none", () => {
  expect(headersOn("localhost:8787")).toContain("\nhttps://localhost/*\n");
});

test("wrangler.toml gives the Worker no address of workers.dev and no preview address", () => {
  const config = readFileSync(resolve(root, "wrangler.toml"), "utf8");
  const [top = ""] = config.split(/^\[/m);
  expect(top).toMatch(/^workers_dev = false$/m);
  expect(top).toMatch(/^preview_urls = false$/m);
});

test.each([
  ["workers.dev", { workers_dev: true }],
  ["preview", { preview_urls: true }],
  ["includeSubDomains", { vars: { PUBLIC_HOST: "other.example.com" } }],
])("a build with a fault in %s is refused", (named, change) => {
  const whole = { workers_dev: false, preview_urls: false, vars: { PUBLIC_HOST: "example.com" } };
  const wrong = (config: object) =>
    evaluated(
      "bundle.mjs",
      `scripts.openEdges(${JSON.stringify({ config, headers: headersOn("example.com") })})`,
    );
  expect(wrong(whole)).toEqual([]);
  expect(wrong({ ...whole, ...change })).toEqual([expect.stringContaining(named)]);
});

test("only a deployment has the binding of Workers AI", () => {
  const config = { name: "switchboard", vars: { PUBLIC_HOST: "example.com" } };
  expect(evaluated("deployable.mjs", `scripts.withModels(${JSON.stringify(config)})`)).toEqual({
    ...config,
    ai: { binding: "AI" },
  });
  expect(readFileSync(resolve(root, "wrangler.toml"), "utf8")).not.toMatch(/^\[ai\]/m);
});
