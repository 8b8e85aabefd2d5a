/** What members choose of the list of calls, and what they do with several calls at once. */
import { z } from "zod";
import { tagName } from "#app/calls/remarks/remarks.schema.ts";
import { type ListColumn, listColumns, longestViewName } from "./list-terms.schema.ts";

/** A view that a member may open. */
export type ListView = { id: string; name: string; query: string; is_shared: boolean; isOwn: boolean };
export type ListChoices = { views: ListView[]; columns: readonly ListColumn[]; tags: string[] };

export const viewInput = z.object({
  /** Made by the page that was drawn: the same press again saves nothing more. */
  id: z.uuid(),
  name: z
    .string()
    .transform((typed) => typed.replaceAll(/\s+/gu, " ").trim())
    .pipe(
      z.string().min(1, "Enter a name").max(longestViewName, `Use at most ${longestViewName} characters`),
    ),
  /** The end of the list's address; what is no filter is dropped before it is kept. */
  query: z.string().max(1000),
  shared: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
});
export const viewChoice = z.object({ id: z.uuid() });
export const columnsInput = z.object({ columns: z.array(z.enum(listColumns)).max(listColumns.length) });

/** The calls of one page of the list, at most. */
export const callIds = z.array(z.string().min(1).max(100)).min(1, "Select at least one call").max(100);
export const tagCallsInput = z.object({ ids: callIds, tag: tagName });
export const deleteCallsInput = z.object({ ids: callIds });
