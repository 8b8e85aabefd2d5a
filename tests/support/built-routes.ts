/** The routes of the built app, as its build lists them (scripts/lean-manifest.mjs). */
import { z } from "zod";

const all = z.record(
  z.string(),
  z.object({
    id: z.string(),
    parentId: z.string().optional(),
    path: z.string().optional(),
    hasLoader: z.boolean().default(false),
    hasAction: z.boolean().default(false),
    hasDefaultExport: z.boolean().default(false),
  }),
);

const [text] = Object.values(
  import.meta.glob<string>("../../build/routes.json", { query: "?raw", import: "default", eager: true }),
);
if (!text) throw new Error("build/routes.json is missing: tests/support/build.ts makes it");

/** By their ids. */
export const routes = all.parse(JSON.parse(text));
