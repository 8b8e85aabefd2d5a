/** The text of a web page: headings and paragraphs, without scripts, navigation and what is hidden. */
import { type Block, oneBlank, type ReadText } from "./blocks.ts";

/** What is not read, with all that is inside. */
const skipped = new Set(
  "script style noscript template svg nav footer iframe select button form head object audio video canvas dialog".split(
    " ",
  ),
);
/** What holds text and no markup up to its own end. */
const raw = new Set(["script", "style", "title", "textarea", "noscript", "iframe"]);
/** What stands inside a line. */
const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time u var wbr del ins img".split(
    " ",
  ),
);
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  cent: "¢",
  yen: "¥",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  middot: "·",
  deg: "°",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  times: "×",
  laquo: "«",
  raquo: "»",
  aacute: "á",
  eacute: "é",
  iacute: "í",
  oacute: "ó",
  uacute: "ú",
  ntilde: "ñ",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  szlig: "ß",
  agrave: "à",
  egrave: "è",
  ccedil: "ç",
  iquest: "¿",
  iexcl: "¡",
};

const fromCode = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";

/** A text with its character references replaced. */
export const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z\d]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (hex) return fromCode(Number.parseInt(hex, 16));
    if (decimal) return fromCode(Number(decimal));
    return named[String(name)] ?? whole;
  });

type Tag = { name: string; isEnd: boolean; isHidden: boolean; end: number };

/** The tag that begins at `<`; null: it is none. */
function tagAt(html: string, at: number): Tag | null {
  let place = at + 1;
  const isEnd = html[place] === "/";
  if (isEnd) place++;
  const name = /^[a-z][a-z\d-]{0,30}/i.exec(html.slice(place, place + 32))?.[0].toLowerCase();
  if (!name) return null;
  const from = place + name.length;
  let quote = "";
  for (place = from; place < html.length; place++) {
    const sign = html[place] ?? "";
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") break;
  }
  const rest = html.slice(from, Math.min(place, from + 1000));
  const isHidden = /\s(?:hidden(?=[\s=/>]|$)|aria-hidden\s?=\s?["']?true)/i.test(rest);
  return { name, isEnd, isHidden, end: place + 1 };
}

/** With small letters of ASCII, so that every place in it is the same as before. */
const lowered = (html: string): string => html.replaceAll(/[A-Z]+/g, (some) => some.toLowerCase());

/** Reads HTML. Markup that is broken is read as far as it goes; it never throws. */
export function blocksOfHtml(html: string): ReadText {
  const blocks: Block[] = [];
  const small = lowered(html);
  let title = "";
  let text = "";
  let level: number | null = null;
  /** The open element that is not read, and how many of its name are open inside it. */
  let skipping: { name: string; depth: number } | null = null;
  const close = () => {
    const told = oneBlank(unescaped(text));
    if (told !== "") blocks.push({ level, text: told });
    text = "";
  };
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    const upTo = next < 0 ? html.length : next;
    if (!skipping) text += html.slice(at, upTo);
    if (next < 0) break;
    if (html.startsWith("<!--", next)) {
      const end = html.indexOf("-->", next + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const tag = tagAt(html, next);
    if (!tag) {
      const isDeclaration = html[next + 1] === "!" || html[next + 1] === "?";
      const end = isDeclaration ? html.indexOf(">", next) : -1;
      if (!(isDeclaration || skipping)) text += "<";
      at = isDeclaration ? (end < 0 ? html.length : end + 1) : next + 1;
      continue;
    }
    at = tag.end;
    if (!tag.isEnd && raw.has(tag.name)) {
      const end = small.indexOf(`</${tag.name}`, at);
      const inside = html.slice(at, end < 0 ? html.length : end);
      if (tag.name === "title" && title === "") title = oneBlank(unescaped(inside));
      at = end < 0 ? html.length : end;
      continue;
    }
    if (skipping) {
      if (tag.name === skipping.name) skipping.depth += tag.isEnd ? -1 : 1;
      if (skipping.depth <= 0) skipping = null;
      // A head without an end is over where the body begins.
      else if (skipping.name === "head" && tag.name === "body") skipping = null;
      continue;
    }
    if (!tag.isEnd && !empty.has(tag.name) && (tag.isHidden || skipped.has(tag.name))) {
      close();
      skipping = { name: tag.name, depth: 1 };
      continue;
    }
    if (inline.has(tag.name)) continue;
    if (tag.name === "br") {
      text += " ";
      continue;
    }
    const heading = /^h([1-6])$/.exec(tag.name);
    if (tag.name === "td" || tag.name === "th") {
      text += " ";
      continue;
    }
    close();
    level = heading && !tag.isEnd ? Number(heading[1]) : null;
  }
  close();
  const first = blocks.find((block) => block.level === 1)?.text;
  return { title: title || first || null, blocks };
}
