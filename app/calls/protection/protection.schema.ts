/** The protection of an organization's numbers: its budgets and its block list. */
import { z } from "zod";

const most = (highest: number) => z.int().min(1).max(highest).nullable();

export const protectionRules = z.object({
  /** Calls that one caller may make in an hour, and minutes that they may talk in a day; null: as many as they like. */
  caller_calls: most(1000).default(30),
  caller_minutes: most(1440).default(240),
  /** The same for one of the organization's numbers, both in an hour. */
  number_calls: most(10_000).default(null),
  number_minutes: most(100_000).default(null),
  /** How many times the minutes of a usual day one day may have; null: no limit. */
  day_factor: z.int().min(2).max(100).nullable().default(10),
  /** Callers that withhold their number are refused. */
  refuses_withheld: z.boolean().default(false),
});
export type ProtectionRules = z.infer<typeof protectionRules>;

/** What a form posts for a budget; empty: none. */
const posted = (shape: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .trim()
    .transform((typed) => (typed === "" ? null : Number(typed)))
    .pipe(shape);

export const postedRules = z.object({
  caller_calls: posted(most(1000)),
  caller_minutes: posted(most(1440)),
  number_calls: posted(most(10_000)),
  number_minutes: posted(most(100_000)),
  day_factor: posted(z.int().min(2).max(100).nullable()),
  refuses_withheld: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
});

/** A number in E.164, or the beginning of numbers: a plus sign and at least two digits, so that no whole continent is blocked. */
export const blockedPattern = z.string().regex(/^\+[1-9]\d{1,14}$/);
/** Entries of the block list at most. */
export const mostBlocked = 1000;
export const longestNote = 100;
