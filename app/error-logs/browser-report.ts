/** What a browser reports of an error in one of our pages. */
import { z } from "zod";

/** Everything in it is a claim: bounded here, sanitised before it is kept. */
export const browserReport = z.object({
  kind: z.enum(["event", "rejection", "render", "startup"]),
  message: z.string().min(1).max(1000),
  stack: z.string().max(4000).nullable(),
  path: z.string().startsWith("/").max(1000),
  release: z.string().regex(/^[\w.-]{1,40}$/),
  width: z.int().min(0).max(100_000),
  online: z.boolean(),
});

/** The pattern of a page's address, as far as it shows: parts with a digit, and long ones, are ids. */
export const patternOf = (path: string): string =>
  path
    .split("/")
    .slice(0, 8)
    .map((part) => (/\d/.test(part) || part.length > 30 || !/^[\w-]*$/.test(part) ? ":id" : part))
    .join("/");
