/** Cuts a text into passages at the borders of headings and paragraphs, so that each answers by itself. */
import type { Block } from "./blocks.ts";
import { mostSourcePassages } from "./knowledge-limits.ts";

export type Passage = {
  /** The headings above it, outermost first, parted by " › "; empty: none. */
  readonly heading: string;
  readonly text: string;
};

/** A passage has at least so many characters where its heading goes on, and at most so many. */
const least = 400;
const most = 1200;
const longestHeading = 200;

/** A paragraph in pieces of at most `most` characters: after a sentence, else between words, else anywhere. */
function pieces(text: string): string[] {
  const cut: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const window = rest.slice(0, most);
    const sentence = Math.max(...[". ", "! ", "? ", "; "].map((mark) => window.lastIndexOf(mark)));
    const word = window.lastIndexOf(" ");
    const end = sentence >= least ? sentence + 1 : word >= least ? word : most;
    cut.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest !== "") cut.push(rest);
  return cut;
}

/** How many characters passages have, with their headings. */
export const charactersOf = (passages: readonly Passage[]): number =>
  passages.reduce((all, { heading, text }) => all + heading.length + text.length, 0);

/**
 * The passages of a text, in its order. A heading that has no text below it is a passage of its own. Of a text with
 * more passages than a source may have, only some that are more than that.
 */
export function passagesOf(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  const above: { level: number; text: string }[] = [];
  let text = "";
  let isTold = true;
  const headingNow = () =>
    above
      .map((one) => one.text)
      .join(" › ")
      .slice(0, longestHeading);
  const close = () => {
    if (text !== "") passages.push({ heading: headingNow(), text });
    text = "";
  };
  const leave = () => {
    close();
    const last = above.at(-1);
    if (!isTold && last) {
      above.pop();
      passages.push({ heading: headingNow(), text: last.text });
    }
  };
  for (const block of blocks) {
    if (passages.length > mostSourcePassages) break;
    if (block.level !== null) {
      const { level } = block;
      const goesDeeper = above.length > 0 && level > (above.at(-1)?.level ?? 0);
      if (goesDeeper) close();
      else leave();
      while ((above.at(-1)?.level ?? 0) >= level) above.pop();
      above.push({ level, text: block.text.slice(0, most) });
      isTold = false;
      continue;
    }
    isTold = true;
    for (const piece of pieces(block.text)) {
      if (text !== "" && text.length + 1 + piece.length > most) close();
      text = text === "" ? piece : `${text}\n${piece}`;
      if (text.length >= least) close();
    }
  }
  leave();
  return passages;
}
