/** Knows whether anything that a build is made of has changed since the last one. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./project-node.mjs";

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
export const buildStamp = join(root, "build", ".made-from");

export const isBuilt = (hash) => existsSync(buildStamp) && readFileSync(buildStamp, "utf8") === hash;

export function stampBuild(hash) {
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, hash);
}
