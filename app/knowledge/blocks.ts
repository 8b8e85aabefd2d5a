/** A text as paragraphs and headings: what every kind of source becomes before it is cut into passages. */

/** `level` 1 to 6: a heading; null: a paragraph. Blanks are single, and no text is empty. */
export type Block = { readonly level: number | null; readonly text: string };

export type ReadText = {
  /** What the text calls itself; null: nothing. */
  readonly title: string | null;
  readonly blocks: readonly Block[];
};

export const oneBlank = (text: string): string => text.replaceAll(/[\s\u00a0\u200b\ufeff]+/g, " ").trim();

/** Paragraphs parted by empty lines. */
export function blocksOfText(text: string): ReadText {
  const blocks = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/)
    .map((part) => ({ level: null, text: oneBlank(part) }))
    .filter((block) => block.text !== "");
  return { title: null, blocks };
}

/** A line whose links are their words: "[our prices](/prices)" is "our prices". */
function withoutTargets(line: string): string {
  let told = "";
  let at = 0;
  for (let found = line.indexOf("](", at); found >= 0; found = line.indexOf("](", at)) {
    const end = line.indexOf(")", found);
    const open = line.lastIndexOf("[", found);
    if (end < 0 || open < at) break;
    told += line.slice(at, open).replace(/!$/, "") + line.slice(open + 1, found);
    at = end + 1;
  }
  return told + line.slice(at);
}

/** The words of a line without the marks that only draw it. */
const plain = (line: string): string =>
  oneBlank(
    withoutTargets(line)
      .replaceAll(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, "")
      .trimStart()
      .replace(/^(?:[-*+]|\d{1,3}[.)]|>)[ \t]/, ""),
  );

/** A line that draws and says nothing: a rule, the border of a table, the fence of a code block. */
const isDrawn = (line: string): boolean =>
  line.startsWith("```") || (line.length >= 3 && /^[-=*_|: \t]+$/.test(line));

/** Markdown: `#` begins a heading; everything else is text without its marks. */
export function blocksOfMarkdown(text: string): ReadText {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const close = () => {
    const told = oneBlank(lines.join(" "));
    if (told !== "") blocks.push({ level: null, text: told });
    lines = [];
  };
  for (const line of text.replaceAll(/\r\n?/g, "\n").split("\n")) {
    const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line);
    if (heading) {
      close();
      const told = plain((heading[2] ?? "").replace(/ #{1,6} ?$/, ""));
      if (told !== "") blocks.push({ level: heading[1]?.length ?? 1, text: told });
    } else if (line.trim() === "") close();
    else if (!isDrawn(line.trim())) lines.push(plain(line.replaceAll("|", " ")));
  }
  close();
  const [first] = blocks;
  return { title: first?.level === 1 ? first.text : null, blocks };
}
