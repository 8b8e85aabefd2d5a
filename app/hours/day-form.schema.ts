/** The open time ranges of one day as forms post them, for an agent and for the organization: lunch breaks make two. */
import { z } from "zod";
import { mostStretches } from "./week.schema.ts";

const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 09:30")
  .optional();
const stretchRow = z.object({ from: clock, to: clock });
type StretchRow = z.infer<typeof stretchRow>;

type Wrong = { path: (string | number)[]; message: string };

/** Earliest first; an empty row counts for nothing. An end at midnight means the end of the day, because time fields have no 24:00. */
export const dayForm = z
  .array(stretchRow)
  .max(mostStretches, `At most ${mostStretches} time ranges a day`)
  .transform((rows, context) => {
    const { stretches, wrong } = stretchesFrom(rows);
    for (const { path, message } of wrong) context.addIssue({ code: "custom", path, message });
    return stretches;
  });

function stretchesFrom(rows: readonly StretchRow[]) {
  const wrong: Wrong[] = [];
  const stretches = rows.flatMap(({ from, to }, place) => {
    if (from === undefined && to === undefined) return [];
    const path = [place, from === undefined ? "from" : "to"];
    if (from === undefined || to === undefined) {
      wrong.push({ path, message: "Enter opening and closing times" });
      return [];
    }
    const end = to === "00:00" ? "24:00" : to;
    if (from >= end) wrong.push({ path, message: "Closing time must be after opening time" });
    return [{ from, to: end }];
  });
  stretches.sort((a, b) => (a.from < b.from ? -1 : 1));
  if (stretches.some(({ from }, place) => from < (stretches[place - 1]?.to ?? "")))
    wrong.push({ path: [], message: "These hours overlap" });
  return { stretches, wrong };
}
