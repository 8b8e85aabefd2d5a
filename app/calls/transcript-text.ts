/** A call's script as plain text, to paste elsewhere. */
import { clockDuration } from "#app/platform/format.ts";
import type { CallLine } from "./calls.schema.ts";
import { isRepeated, type Speakers, scriptLine, speakerOf, type ToldLine } from "./script-line.ts";

function toldIn(line: ToldLine, speakers: Speakers): string {
  switch (line.kind) {
    case "words": {
      const said = line.unheard === "" ? line.heard : `${line.heard}… [interrupted]`;
      return `${speakerOf(line, speakers)}: ${said}`;
    }
    case "keys":
      return `${speakers.caller}: [pressed ${line.keys}]`;
    case "deed":
      return `[${line.source && line.source.type !== "question" ? `${line.text} ${line.source.title}` : line.text}]`;
  }
}

/** A line as a page without scripts shows it. `by`: null for what was done. */
export type ScriptText = { at: string; by: string | null; text: string };

export const scriptLines = (lines: readonly CallLine[], speakers: Speakers): ScriptText[] =>
  lines
    .filter((_, at) => !isRepeated(lines, at))
    .map((line) => {
      const told = scriptLine(line);
      const at = clockDuration(line.at_ms / 1000);
      if (told.kind === "deed") return { at, by: null, text: told.text };
      const by = speakerOf(told, speakers);
      if (told.kind === "keys") return { at, by, text: `[pressed ${told.keys}]` };
      return { at, by, text: told.unheard === "" ? told.heard : `${told.heard}… [interrupted]` };
    });

/** "0:06 Daniel: I'd like a cleaning", one line each. */
export const transcriptText = (lines: readonly CallLine[], speakers: Speakers): string =>
  lines
    .filter((_, at) => !isRepeated(lines, at))
    .map((line) => `${clockDuration(line.at_ms / 1000)} ${toldIn(scriptLine(line), speakers)}`)
    .join("\n");
