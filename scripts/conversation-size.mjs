/** How long the conversation is: its loop, its brain and its simulated caller. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.mjs";

/** Lines of all modules of workers/conversation, with comments and imports. */
export const conversationLines = () =>
  readdirSync(join(root, "workers/conversation"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .reduce(
      (sum, { parentPath, name }) =>
        sum + readFileSync(join(parentPath, name), "utf8").split("\n").length - 1,
      0,
    );
