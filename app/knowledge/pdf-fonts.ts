/** The letters of a PDF's fonts: from the codes of a string to text, and how wide each is. */
import type { PdfFile } from "./pdf-file.ts";
import { type Dict, Name, nameOf, type Pdf, Reader, Stream, Word } from "./pdf-objects.ts";
import { stepsOf, type Work } from "./work.ts";

/** One code of a string: its text, and how far it moves in thousandths of the font's size. */
export type Glyph = { readonly text: string; readonly width: number; readonly isBlank: boolean };
export type Font = (codes: string) => Glyph[];

/** Glyph names of ASCII from 32 on, and of Latin-1 from 161 on; letters are named by themselves. */
const ascii =
  "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at";
const latin =
  "exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis";
const others: Readonly<Record<string, string>> = {
  bracketleft: "[",
  backslash: "\\",
  bracketright: "]",
  asciicircum: "^",
  underscore: "_",
  grave: "`",
  braceleft: "{",
  bar: "|",
  braceright: "}",
  asciitilde: "~",
  quoteleft: "‘",
  quoteright: "’",
  quotedblleft: "“",
  quotedblright: "”",
  quotesinglbase: "‚",
  quotedblbase: "„",
  endash: "–",
  emdash: "—",
  bullet: "•",
  ellipsis: "…",
  Euro: "€",
  trademark: "™",
  fi: "fi",
  fl: "fl",
  ff: "ff",
  ffi: "ffi",
  ffl: "ffl",
  minus: "-",
  nbspace: " ",
  dagger: "†",
  OE: "Œ",
  oe: "œ",
  Scaron: "Š",
  scaron: "š",
  Zcaron: "Ž",
  zcaron: "ž",
  dotlessi: "ı",
  fraction: "/",
};
const glyphs = new Map<string, string>([
  ...ascii.split(" ").map((name, place): [string, string] => [name, String.fromCharCode(32 + place)]),
  ...latin.split(" ").map((name, place): [string, string] => [name, String.fromCharCode(161 + place)]),
  ...Object.entries(others),
]);

/** Windows-1252 from 128 to 159: what most fonts without an encoding of their own mean. */
const windows = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ";

const byCode = (code: number): string =>
  code >= 128 && code < 160 ? (windows[code - 128] ?? "") : code < 32 ? "" : String.fromCharCode(code);

function glyphNamed(name: string): string {
  const known = glyphs.get(name.split(".")[0] ?? "");
  if (known !== undefined) return known;
  const hex = /^(?:uni|u)([\dA-F]{4,6})/.exec(name)?.[1];
  if (hex) return scalar(Number.parseInt(hex, 16));
  return name.length === 1 ? name : "";
}

const scalar = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");

const codeOf = (codes: string): number => {
  let value = 0;
  for (const sign of codes) value = value * 256 + sign.charCodeAt(0);
  return value;
};

/** UTF-16 in bytes. */
function utf16(codes: string): string {
  let text = "";
  for (let at = 0; at + 1 < codes.length; at += 2)
    text += String.fromCharCode(codeOf(codes.slice(at, at + 2)));
  return text;
}

type Map16 = { texts: Map<number, string>; bytes: number };
/** How many codes one range may name. */
const longestRange = 65_536;

/** A font's own table from codes to text (ISO 32000-1, 9.10.3). */
function toUnicode(cmap: string, work: Work): Map16 {
  const texts = new Map<number, string>();
  let bytes = 1;
  const reader = new Reader(cmap, work);
  let operands: Pdf[] = [];
  while (!reader.isOver) {
    const read = reader.next();
    if (read === undefined) continue;
    if (!(read instanceof Word)) {
      operands.push(read);
      continue;
    }
    if (read.word === "endcodespacerange")
      for (const one of operands) if (typeof one === "string") bytes = Math.max(bytes, one.length);
    if (read.word === "endbfchar")
      for (let at = 0; at + 1 < operands.length; at += 2) {
        const [from, to] = [operands[at], operands[at + 1]];
        if (typeof from === "string" && typeof to === "string") {
          work.take(stepsOf.entry + to.length);
          texts.set(codeOf(from), utf16(to));
        }
      }
    if (read.word === "endbfrange")
      for (let at = 0; at + 2 < operands.length; at += 3) range(operands.slice(at, at + 3), texts, work);
    operands = [];
  }
  return { texts, bytes };
}

function range([low, high, to]: Pdf[], texts: Map<number, string>, work: Work): void {
  if (typeof low !== "string" || typeof high !== "string") return;
  const first = codeOf(low);
  const last = Math.min(codeOf(high), first + longestRange);
  for (let code = first; code <= last; code++) {
    const one = Array.isArray(to) ? to[code - first] : to;
    work.take(stepsOf.entry);
    if (typeof one !== "string") continue;
    work.take(one.length);
    const text = utf16(one);
    const end = Array.isArray(to) ? 0 : code - first;
    texts.set(code, text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + end));
  }
}

/** The widths of a composite font's characters: `[1 [500 600]]` and `[10 20 500]`. */
function compositeWidths(file: PdfFile, list: readonly Pdf[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; at < list.length; ) {
    const first = file.number(list[at], 0);
    const second = file.get(list[at + 1]);
    file.work.take();
    if (Array.isArray(second)) {
      file.work.take(second.length * stepsOf.entry);
      for (const [place, width] of second.entries()) widths.set(first + place, file.number(width, 0));
      at += 2;
    } else {
      const last = Math.min(file.number(second, first), first + longestRange);
      for (let code = first; code <= last; code++) {
        file.work.take(stepsOf.entry);
        widths.set(code, file.number(list[at + 2], 0));
      }
      at += 3;
    }
  }
  return widths;
}

function simpleWidths(file: PdfFile, font: Dict): Map<number, number> {
  const first = file.number(font.get("FirstChar"), 0);
  const list = file.list(font.get("Widths"));
  file.work.take(list.length * stepsOf.entry);
  return new Map(list.map((width, place) => [first + place, file.number(width, 0)]));
}

/** A font of a page's resources. Codes whose letters the file does not tell have no text. */
export async function fontOf(file: PdfFile, font: Dict): Promise<Font> {
  const { work } = file;
  work.take(stepsOf.font);
  const table = file.get(font.get("ToUnicode"));
  const own = table instanceof Stream ? toUnicode(await file.decode(table), work) : null;
  const isComposite = nameOf(font.get("Subtype")) === "Type0";
  const descendant = isComposite ? file.dict(file.list(font.get("DescendantFonts"))[0]) : font;
  const encoding = file.get(font.get("Encoding"));
  const named = new Map<number, string>();
  if (encoding instanceof Map) {
    let code = 0;
    for (const one of file.list(encoding.get("Differences"))) {
      work.take(stepsOf.entry);
      if (typeof one === "number") code = one;
      else if (one instanceof Name) named.set(code++, glyphNamed(one.name));
    }
  }
  const widths = isComposite
    ? compositeWidths(file, file.list(descendant.get("W")))
    : simpleWidths(file, font);
  const usual = isComposite ? file.number(descendant.get("DW"), 1000) : 500;
  const bytes = isComposite ? 2 : (own?.bytes ?? 1) > 1 ? 2 : 1;
  const textOf = (code: number): string =>
    own?.texts.get(code) ?? (isComposite ? "" : (named.get(code) ?? byCode(code)));
  return (codes) => {
    const read: Glyph[] = [];
    work.take(codes.length);
    for (let at = 0; at < codes.length; at += bytes) {
      const code = codeOf(codes.slice(at, at + bytes));
      const text = textOf(code);
      work.take(text.length);
      read.push({
        text,
        width: widths.get(code) ?? usual,
        isBlank: bytes === 1 && code === 32,
      });
    }
    return read;
  };
}
