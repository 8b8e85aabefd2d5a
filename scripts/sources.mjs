/** Knows whether the build for this machine is whole, and made of what the sources are now. */
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

/** Which build a preview means; a deployable build that was broken off has left its own here. */
const pointer = join(root, ".wrangler", "deploy", "config.json");
const outputs = [
  "build/client/assets",
  "build/server/index.js",
  "build/server/wrangler.json",
  "dist/sandbox/index.js",
  "dist/sandbox/wrangler.json",
];

/** What a build must have written and has not. */
export const missingOutputs = () => outputs.filter((name) => !existsSync(join(root, name)));

export const isBuilt = (hash) =>
  existsSync(buildStamp) && readFileSync(buildStamp, "utf8") === hash && missingOutputs().length === 0;

/** Before a build: one that is broken off must not pass for a whole one. */
export const forgetBuild = () => rmSync(buildStamp, { force: true });

export function stampBuild(hash) {
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, hash);
}

/** Makes the build for this machine the one that a preview serves. */
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
