/** Citations in code, tests and docs: every rule id, docs page and section heading that they name exists in the repository. */
import { posix } from "node:path";

/** A rule or a bad input: R13, B5. */
const ruleId = /(?<![\w.-])[RB][1-9]\d?\b(?![\w-]|\.\w)/g;
/** A page, with or without headings: docs/telephony.md, "Signatures" and "Call markup". */
const pageCited = /\bdocs\/[\w/-]+\.md((?:,? (?:and )?"[^"\n]{1,80}")*)/g;
/** A page by its bare name. Pages at the top level may be named like that. */
const barePage = /(?<![\w/.#-])[\w-]+\.md\b/g;
/** Papers that are not in the repository. */
const paper = /\b(?:design|specification|spec)(?:'s)?,? (?:sections?|§) ?\d|§ ?\d|\bbad input \d/gi;

/** The ids that the tables of the page of rules define. */
export const definedRules = (page) => new Set([...page.matchAll(/^\| ([RB]\d+) \|/gm)].map(([, id]) => id));

/** The headings of a page. */
export const headingsOf = (page) =>
  new Set([...page.matchAll(/^#{1,4} (.+)$/gm)].map(([, text]) => text.trim()));

const withoutBreaks = (text) => text.replace(/\n\s*(?:\*|\/\/)? ?/g, " ");

/**
 * What a file cites that does not exist.
 * @param path the file's path from the root
 * @param pages the repository's Markdown pages: path to text
 * @returns one sentence for each citation that leads nowhere
 */
export function brokenCitations(path, text, pages) {
  const rules = definedRules(pages.get("docs/rules.md") ?? "");
  const wrong = [];
  const flat = withoutBreaks(text);
  for (const [id] of flat.matchAll(ruleId)) {
    if (!rules.has(id)) wrong.push(`${path} cites ${id}, which docs/rules.md does not define`);
  }
  for (const [cited, headings] of flat.matchAll(pageCited)) {
    const page = cited.slice(0, cited.length - headings.length);
    const known = pages.get(page);
    if (known === undefined) wrong.push(`${path} cites ${page}, which does not exist`);
    else {
      for (const [, heading] of headings.matchAll(/"([^"]+)"/g)) {
        if (!headingsOf(known).has(heading))
          wrong.push(`${path} cites "${heading}", which ${page} does not have`);
      }
    }
  }
  for (const [page] of flat.matchAll(barePage)) {
    if (!pages.has(page) && !pages.has(posix.join(posix.dirname(path), page)))
      wrong.push(`${path} cites ${page}, which does not exist`);
  }
  for (const [words] of flat.matchAll(paper))
    wrong.push(`${path} cites "${words}", which is outside the repository`);
  return [...new Set(wrong)];
}

/** Words that hide who acts when a sentence begins with them or turns on them. */
const vague = /\b(?:whoever|whomever|nobody|somebody|what is none|the one who|it is told|knows of none)\b/gi;

/** The comments of a TypeScript or JavaScript file, as [line, text]; SQL and strings are left out. */
export function commentsOf(text) {
  const found = [];
  let line = 1;
  const token = /\n|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  for (const [piece] of text.matchAll(token)) {
    if (piece.startsWith("/*") || piece.startsWith("//")) {
      found.push(...piece.split("\n").map((part, index) => [line + index, part]));
    }
    line += piece.split("\n").length - 1;
  }
  return found;
}

/** Each line of a comment, or of a Markdown page, that holds one of the vague words. */
export function vagueLines(path, text) {
  const lines = path.endsWith(".md")
    ? text.split("\n").map((part, index) => [index + 1, part])
    : commentsOf(text);
  return lines
    .filter(([, part]) => new RegExp(vague.source, "i").test(part.replace(/"[^"]*"|`[^`]*`/g, "")))
    .map(([number, part]) => `${path}:${number}: ${part.trim().slice(0, 140)}`);
}
