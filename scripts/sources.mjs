/** Tells whether the build for this machine is complete, and made from the current sources. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./processes.mjs";

const parts = [
  "app",
  "workers",
  "drizzle",
  "public",
  "package-lock.json",
  "react-router.config.ts",
  "scripts/service-worker.mjs",
  "scripts/widget.mjs",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

function* files(path) {
  if (!existsSync(join(root, path))) return;
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (entry.isDirectory()) yield* files(join(path, entry.name));
    else yield join(path, entry.name);
  }
}

/** One hash over the names and contents of everything a build reads. */
export function sourcesHash() {
  const hash = createHash("sha256");
  for (const part of parts) {
    const names = part.includes(".") ? [part] : [...files(part)];
    for (const name of names) {
      if (existsSync(join(root, name))) hash.update(name).update(readFileSync(join(root, name)));
    }
  }
  return hash.digest("hex");
}

/** The stamp of the build in `build/`. */
const buildStamp = join(root, "build", ".made-from");

/** The build that a preview uses; an interrupted deployable build has left its own here. */
const pointer = join(root, ".wrangler", "deploy", "config.json");
const outputs = [
  "build/client/assets",
  "build/server/index.js",
  "build/server/wrangler.json",
  "dist/sandbox/index.js",
  "dist/sandbox/wrangler.json",
];

/** Outputs that a build should have written and are missing. */
export const missingOutputs = () => outputs.filter((name) => !existsSync(join(root, name)));

export const isBuilt = (hash) =>
  existsSync(buildStamp) && readFileSync(buildStamp, "utf8") === hash && missingOutputs().length === 0;

/** Called before a build: an interrupted one must not count as complete. */
export const forgetBuild = () => rmSync(buildStamp, { force: true });

export function stampBuild(hash) {
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, hash);
}

/** Makes the local build the one that a preview serves. */
export function pointAtBuild() {
  mkdirSync(dirname(pointer), { recursive: true });
  const up = "../..";
  writeFileSync(
    pointer,
    JSON.stringify({
      configPath: `${up}/build/server/wrangler.json`,
      auxiliaryWorkers: [{ configPath: `${up}/dist/sandbox/wrangler.json` }],
    }),
  );
}
