/** What a new API key is asked for: its name, what it may do, and until when. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";

export const keyAccesses = ["read", "all", "chosen"] as const;
export const keyDays = ["30", "90", "365", "never"] as const;

export const keyForm = z
  .object({
    name: oneLine(60, "Enter a name, like Website"),
    access: z.enum(keyAccesses, "Choose what the key may do"),
    /** Names of scopes; those that are not known are left out. */
    scopes: z.array(z.string().max(40)).max(100).default([]),
    days: z.enum(keyDays, "Choose when the key expires"),
  })
  .superRefine(({ access, scopes }, context) => {
    if (access === "chosen" && scopes.length === 0)
      context.addIssue({ code: "custom", path: ["scopes"], message: "Choose at least one" });
  });
export type TypedKey = z.output<typeof keyForm>;
