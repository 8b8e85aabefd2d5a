/** How long the built-in brain is: its grammar, its words and its dialogue. The line and the model brain around it are not counted. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.mjs";

const folders = ["dialogue", "english", "reading", "time", "words"];

/** Lines of its modules, with comments and imports. */
export const builtInBrainLines = () =>
  folders
    .flatMap((folder) => readdirSync(join(root, "workers/conversation", folder), { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .reduce(
      (sum, { parentPath, name }) =>
        sum + readFileSync(join(parentPath, name), "utf8").split("\n").length - 1,
      0,
    );
