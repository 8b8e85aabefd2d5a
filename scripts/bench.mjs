/** `npm run bench`: measures what is promised and prints it beside its budget. The exit code does not judge: a missed budget is printed as missed. */
import { cpus } from "node:os";
import { stripVTControlCharacters } from "node:util";
import { run, stop } from "./processes.mjs";
import { install } from "./project-node.mjs";

await install();
const { pageWeights, uploadBytes, budget } = await import("./bundle.mjs");
const { buildDeployable, deployableConfig } = await import("./deployable.mjs");
const { build, freePort, withServer } = await import("./local-server.mjs");
const { forgetBuild } = await import("./sources.mjs");
const { builtInBrainLines } = await import("./conversation-size.mjs");
const { watchMemory } = await import("./memory-watch.mjs");
const { startupTime } = await import("./startup-time.mjs");
const { weighWords } = await import("./words.mjs");

/** `{ figure, value, unit, budget, command }`; a budget is "≤ n", "< n", "≥ n" or absent. */
const rows = [];
const row = (figure, value, unit, limit, command) =>
  rows.push({ figure, value, unit, budget: limit, command });

const parts = [
  "build",
  "bundle",
  "size",
  "startup",
  "conversation",
  "model-turns",
  "workerd",
  "billing",
  "knowledge",
  "live",
  "drops",
  "dialer",
  "export",
  "search",
  "contacts",
  "webhooks",
  "workflows",
  "api",
  "pages",
  "first-visit",
  "lighthouse",
  "documents",
];
const only = process.argv.slice(2);
const unknown = only.filter((part) => !parts.includes(part));
if (unknown.length > 0) stop(`There is no part ${unknown.join(", ")}: it is one of ${parts.join(", ")}.`);
const wanted = (part) => only.length === 0 || only.includes(part);

if (wanted("build")) {
  forgetBuild();
  const start = performance.now();
  await build();
  row("production build", (performance.now() - start) / 1000, "s", "< 30", "npm run build");
}

if (wanted("bundle")) {
  await buildDeployable();
  const dry = await run("wrangler", ["deploy", "--dry-run", "--config", deployableConfig], { capture: true });
  // The build that is served takes the place of the deployable one, which is weighed first.
  const weights = pageWeights(budget());
  await build();
  weights.push(...(await withServer(await freePort(), ({ address }) => weighWords(address))));
  for (const page of weights)
    row(
      `JavaScript of ${page.path}`,
      page.bytes / 1024,
      "KB gzip",
      `≤ ${page.budget / 1024}`,
      "npm run bench -- bundle",
    );
  row(
    "Worker upload",
    uploadBytes(dry.output) / 1024 / 1024,
    "MB gzip",
    `≤ ${budget().worker_upload.bytes / 1024 / 1024}`,
    "npm run deploy -- --dry-run",
  );
}

// The built-in brain is the offline default, and a language model carries the rest: it grows no further.
if (wanted("size"))
  row("lines of the built-in brain", builtInBrainLines(), "lines", "≤ 17528", "npm run bench -- size");

if (wanted("startup")) {
  await buildDeployable();
  row(
    "processor time until an isolate has started",
    await startupTime(deployableConfig),
    "ms",
    "≤ 70",
    "npm run bench -- startup",
  );
}

/** Takes the measured rows out of what a runner printed; one that broke off is a row, too. */
function measured({ code, output }, command) {
  if (code !== 0) {
    console.error(output);
    row("measured to the end", 0, "", "= 1", command);
  }
  // A runner's colors end in front of the first row.
  for (const [, json] of stripVTControlCharacters(output).matchAll(/^BENCH (\{.*\})$/gm)) {
    const { figure, value, unit, budget: limit } = JSON.parse(json);
    row(figure, value, unit ?? "", limit ?? "", command);
  }
}

if (wanted("conversation")) {
  const ran = await run("node", ["scripts/bench-conversation.mjs"], { capture: true });
  // Callers that reached nothing, and models that were not asked, are told beside the figures.
  const told = ran.output.split("\n").filter((line) => !line.startsWith("BENCH "));
  if (ran.code === 0) console.log(told.join("\n"));
  measured(ran, "npm run bench -- conversation");
}

if (wanted("workerd")) {
  await build();
  const options = { capture: true, env: { BENCH: "1" } };
  measured(
    await run("vitest", ["run", "--reporter=default", "--silent=false"], options),
    "npm run bench -- workerd",
  );
}

if (only.includes("model-turns")) {
  await build();
  const options = { capture: true, env: { BENCH: "1" } };
  measured(
    await run("vitest", ["run", "--reporter=default", "--silent=false", "model-turns"], options),
    "npm run bench -- model-turns",
  );
}

if (wanted("knowledge")) {
  await build();
  const options = { capture: true, env: { BENCH: "1" } };
  measured(
    await run("vitest", ["run", "--reporter=default", "--silent=false", "knowledge"], options),
    "npm run bench -- knowledge",
  );
}

if (wanted("live")) {
  await build();
  const options = { capture: true, env: { BENCH: "1" } };
  measured(
    await run("vitest", ["run", "--reporter=default", "--silent=false", "live-feed"], options),
    "npm run bench -- live",
  );
}

/** Parts that are test files of their own: they need minutes, and run when they are asked for. */
for (const [part, file] of [
  ["drops", "drops"],
  ["export", "call-export"],
  ["search", "call-search"],
  ["contacts", "contacts"],
  ["webhooks", "webhooks"],
  ["workflows", "workflows.bench"],
  ["api", "api.bench"],
]) {
  if (!only.includes(part)) continue;
  await build();
  const command = `npm run bench -- ${part}`;
  let halves = null;
  // A file that says so has its runtime's memory watched from there on.
  const heard = (piece) => {
    if (String(piece).includes("WATCH MEMORY")) halves ??= watchMemory();
  };
  const options = { capture: true, env: { BENCH: "1" }, heard };
  measured(await run("vitest", ["run", "--reporter=default", "--silent=false", file], options), command);
  for (const [place, most] of (halves?.() ?? []).entries())
    row(`memory of the runtime at most, ${place === 0 ? "first" : "second"} half`, most, "MB", "", command);
}

if (only.includes("workflows")) {
  await buildDeployable();
  for (const { path, bytes, budget: limit } of pageWeights(budget()))
    if (path === "/workflows/:workflowId")
      row(
        "JavaScript of the canvas page",
        bytes / 1024,
        "KB gzip",
        `≤ ${limit / 1024}`,
        "npm run bench -- workflows",
      );
}

// It needs many minutes, and runs when it is asked for.
if (only.includes("dialer")) {
  const ran = await run("node", ["scripts/bench-dialer.mjs"], { capture: true });
  console.log(
    ran.output
      .split("\n")
      .filter((line) => !line.startsWith("BENCH "))
      .join("\n"),
  );
  measured(ran, "npm run bench -- dialer");
}

if (wanted("billing")) {
  await buildDeployable();
  for (const { path, bytes, budget: limit } of pageWeights(budget()))
    if (["/checkout", "/auth"].includes(path))
      row(`JavaScript of ${path}`, bytes / 1024, "KB gzip", `≤ ${limit / 1024}`, "npm run bench -- billing");
  await build();
  measured(
    await run("node", ["scripts/bench-billing.mjs"], { capture: "output" }),
    "npm run bench -- billing",
  );
}

if (wanted("pages")) {
  await build();
  measured(await run("node", ["scripts/bench-pages.mjs"], { capture: true }), "npm run bench -- pages");
}

if (wanted("first-visit")) {
  await build();
  measured(
    await run("node", ["scripts/bench-first-visit.mjs"], { capture: true }),
    "npm run bench -- first-visit",
  );
}

if (wanted("lighthouse")) {
  await build();
  measured(
    await run("node", ["scripts/bench-lighthouse.mjs"], { capture: true }),
    "npm run bench -- lighthouse",
  );
}

if (wanted("documents"))
  measured(
    await run("node", ["scripts/bench-documents.mjs"], { capture: true }),
    "npm run bench -- documents",
  );

const met = ({ value, budget: limit }) => {
  const [, sign, number] = /^([≤<≥=])\s*([\d.]+)/.exec(limit ?? "") ?? [];
  if (!sign) return "";
  const n = Number(number);
  const ok = { "≤": value <= n, "<": value < n, "≥": value >= n, "=": value === n }[sign];
  return ok ? "met" : "MISSED";
};
const shown = (value) =>
  Number.isInteger(value) ? String(value) : value < 10 ? value.toFixed(2) : value.toFixed(1);

console.log(
  `\nMeasured on ${cpus().length} × ${cpus()[0]?.model ?? "CPU"}, Node ${process.versions.node} began it.\n`,
);
const table = [
  ["figure", "measured", "unit", "budget", "", "command"],
  ...rows.map((r) => [r.figure, shown(r.value), r.unit, r.budget ?? "", met(r), r.command]),
];
const widths = table[0].map((_, i) => Math.max(...table.map((cells) => String(cells[i]).length)));
for (const cells of table)
  console.log(
    cells
      .map((cell, i) => String(cell).padEnd(widths[i]))
      .join("  ")
      .trimEnd(),
  );
