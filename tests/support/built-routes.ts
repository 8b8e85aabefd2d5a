/** The routes of the built app, as its manifest for browsers lists them. */
import { z } from "zod";

const manifest = z.object({
  routes: z.record(
    z.string(),
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      hasLoader: z.boolean().default(false),
      hasAction: z.boolean().default(false),
      hasDefaultExport: z.boolean().default(false),
    }),
  ),
});

const [text] = Object.values(
  import.meta.glob<string>("../../build/client/assets/manifest-*.js", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
if (!text) throw new Error("build/client is missing: tests/support/build.ts makes it");

/** By their ids. */
export const { routes } = manifest.parse(JSON.parse(text.replace(/^[^{]*/, "").replace(/;\s*$/, "")));
