/**
 * Builds the app and the sandbox under test, when their sources have changed since. The tests' runtime loads the built
 * app by itself: to make a module of its own of those eight megabytes takes Vite ten seconds for each runtime. The
 * runtime's loader knows no modules of text, so the app's SQL stands in the tests' copy.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "../../scripts/local-server.mjs";

const server = new URL("../../build/server/", import.meta.url);

export async function setup(): Promise<void> {
  await build();
  const app = readFileSync(new URL("index.js", server), "utf8");
  const withText = app.replaceAll(
    /import (\S+) ?from ?"(\.\/assets\/[^"]+\.sql)";/g,
    (_, name: string, path: string) =>
      `const ${name}=${JSON.stringify(readFileSync(new URL(path, server), "utf8"))};`,
  );
  writeFileSync(new URL("tested.js", server), withText);
}
