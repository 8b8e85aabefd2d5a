/** Makes the table of routes that every browser loads lighter: without what is false or empty, and without what the entry has loaded anyway. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const name = /^manifest-[0-9a-f]+\.js$/;

/**
 * A route that only the server answers, with a file or a redirect: links to it load a document, so the router in the
 * browser need not know it.
 */
const isFile = ({ path, hasLoader, hasAction, hasDefaultExport, hasErrorBoundary, hasClientLoader }) =>
  path !== undefined && hasLoader && !hasAction && !hasDefaultExport && !hasErrorBoundary && !hasClientLoader;

/** What React Router reads as absent stays away: it asks each only whether it is true. */
function lean({ entry, routes, ...rest }) {
  const loaded = new Set(entry.imports);
  const short = ([id, { imports = [], css = [], ...route }]) => [
    id,
    {
      ...Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false)),
      // In one order, so that the same files in a row compress.
      imports: imports.filter((path) => !loaded.has(path)).sort(),
      ...(css.length > 0 && { css }),
    },
  ];
  const known = Object.entries(routes).filter(([, route]) => !isFile(route));
  return { entry, routes: Object.fromEntries(known.map(short)), ...rest };
}

/** A plugin of vite. React Router writes the table while the server is built. */
export const leanManifest = () => ({
  name: "lean-manifest",
  apply: "build",
  applyToEnvironment: ({ name: environment }) => environment === "ssr",
  writeBundle() {
    const build = process.env.BUILD_DIR ?? "build";
    const folder = join(build, "client", "assets");
    for (const file of readdirSync(folder).filter((path) => name.test(path))) {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      const start = text.indexOf("{");
      const table = JSON.parse(text.slice(start).replace(/;\s*$/, ""));
      // Every route, for tests that walk through all of them.
      writeFileSync(join(build, "routes.json"), JSON.stringify(table.routes));
      writeFileSync(path, `${text.slice(0, start)}${JSON.stringify(lean(table))};`);
    }
  },
});
