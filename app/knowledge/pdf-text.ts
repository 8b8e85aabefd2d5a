/** The text of a PDF: the lines of its pages in the order in which they are drawn, larger ones as headings. */
import { type Block, oneBlank, type ReadText } from "./blocks.ts";
import { PdfFile } from "./pdf-file.ts";
import { type Font, fontOf } from "./pdf-fonts.ts";
import { type Dict, nameOf, type Pdf, Reader, Stream, Word } from "./pdf-objects.ts";
import { stepsOf, TooMuchWork } from "./work.ts";

const mostPages = 2000;
const mostCharacters = 5_000_000;
/** The content of one page, in bytes. */
const mostContent = 60_000_000;
/** What one operator shows: a string of a content stream has at most half of it. */
const longestShown = 65_536;
/** Forms inside forms. */
const deepest = 6;
/** A line this much larger than most is a heading, if it is short. */
const larger = 1.15;
const longestHeading = 120;
/** A gap of so many line heights begins a paragraph, and one of so many widths of a letter a word. */
const paragraphGap = 1.6;
const wordGap = 0.18;

type Line = { text: string; size: number; y: number; page: number };
type Matrix = [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

class PageText {
  readonly lines: Line[] = [];
  readonly #file: PdfFile;
  readonly #fonts: Map<Dict, Font>;
  readonly #page: number;
  #length = 0;
  #end: { x: number; y: number } | null = null;

  constructor(file: PdfFile, fonts: Map<Dict, Font>, page: number) {
    this.#file = file;
    this.#fonts = fonts;
    this.#page = page;
  }

  async #font(resources: Dict, name: string): Promise<Font> {
    const dict = this.#file.dict(this.#file.dict(resources.get("Font")).get(name));
    const font = this.#fonts.get(dict) ?? (await fontOf(this.#file, dict));
    this.#fonts.set(dict, font);
    return font;
  }

  /** Draws a content stream (ISO 32000-1, 9.4), as far as it is text. */
  async draw(content: string, resources: Dict, base: Matrix, depth: number): Promise<void> {
    const reader = new Reader(content, this.#file.work);
    let operands: Pdf[] = [];
    let ctm = base;
    const kept: Matrix[] = [];
    let line = identity;
    let text = identity;
    let font: Font | null = null;
    const state = { size: 0, leading: 0, letter: 0, word: 0, scale: 1 };
    const n = (place: number) => this.#file.number(operands[place], 0);
    const matrix = (): Matrix => [n(0), n(1), n(2), n(3), n(4), n(5)];
    const move = (x: number, y: number) => {
      line = times([1, 0, 0, 1, x, y], line);
      text = line;
    };
    const show = (codes: Pdf | undefined) => {
      if (typeof codes !== "string" || font === null) return;
      let told = "";
      let width = 0;
      for (const glyph of font(codes.slice(0, longestShown))) {
        told += glyph.text;
        width += (glyph.width / 1000) * state.size + state.letter + (glyph.isBlank ? state.word : 0);
      }
      const from = times(text, ctm);
      text = times([1, 0, 0, 1, width * state.scale, 0], text);
      const to = times(text, ctm);
      const size = Math.abs(state.size) * Math.hypot(from[2], from[3]);
      this.#add(told, { x: from[4], y: from[5] }, { x: to[4], y: to[5] }, size);
    };
    while (!reader.isOver && this.#length < mostCharacters) {
      const read = reader.next();
      if (read === undefined) continue;
      if (!(read instanceof Word)) {
        if (operands.length < 100) operands.push(read);
        continue;
      }
      switch (read.word) {
        case "q":
          if (kept.length < 1000) kept.push(ctm);
          break;
        case "Q":
          ctm = kept.pop() ?? base;
          break;
        case "cm":
          ctm = times(matrix(), ctm);
          break;
        case "BT":
          line = identity;
          text = identity;
          break;
        case "Tf":
          font = await this.#font(resources, nameOf(operands[0]));
          state.size = n(1);
          break;
        case "TL":
          state.leading = n(0);
          break;
        case "Tc":
          state.letter = n(0);
          break;
        case "Tw":
          state.word = n(0);
          break;
        case "Tz":
          state.scale = n(0) / 100;
          break;
        case "Td":
          move(n(0), n(1));
          break;
        case "TD":
          state.leading = -n(1);
          move(n(0), n(1));
          break;
        case "Tm":
          line = matrix();
          text = line;
          break;
        case "T*":
          move(0, -state.leading);
          break;
        case "Tj":
          show(operands[0]);
          break;
        case "'":
          move(0, -state.leading);
          show(operands[0]);
          break;
        case '"':
          state.word = n(0);
          state.letter = n(1);
          move(0, -state.leading);
          show(operands[2]);
          break;
        case "TJ":
          for (const one of this.#file.list(operands[0])) {
            this.#file.work.take();
            if (typeof one === "number")
              text = times([1, 0, 0, 1, (-one / 1000) * state.size * state.scale, 0], text);
            else show(one);
          }
          break;
        case "Do":
          await this.#form(
            this.#file.get(this.#file.dict(resources.get("XObject")).get(nameOf(operands[0]))),
            resources,
            ctm,
            depth,
          );
          break;
        case "BI": {
          // An image inside the stream: its bytes are no operators.
          const end = content.indexOf("EI", reader.at);
          const past = end < 0 ? content.length : end;
          this.#file.work.passOver(past - reader.at);
          reader.at = past;
        }
      }
      operands = [];
    }
  }

  async #form(form: Pdf, resources: Dict, ctm: Matrix, depth: number): Promise<void> {
    this.#file.work.take(stepsOf.form);
    if (!(form instanceof Stream) || nameOf(form.dict.get("Subtype")) !== "Form" || depth >= deepest) return;
    const own = form.dict.has("Resources") ? this.#file.dict(form.dict.get("Resources")) : resources;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#file
      .list(form.dict.get("Matrix"))
      .slice(0, 6)
      .map((one) => this.#file.number(one, 0));
    await this.draw(await this.#file.decode(form), own, times([a, b, c, d, e, f], ctm), depth + 1);
  }

  #add(told: string, from: { x: number; y: number }, to: { x: number; y: number }, size: number): void {
    if (told === "") return;
    this.#length += told.length;
    const last = this.lines.at(-1);
    const isSame =
      last &&
      this.#end &&
      Math.abs(from.y - last.y) < Math.max(1, size * 0.4) &&
      from.x > this.#end.x - size * 2;
    if (!isSame || !this.#end) this.lines.push({ text: told, size, y: from.y, page: this.#page });
    else last.text += (from.x - this.#end.x > size * wordGap ? " " : "") + told;
    this.#end = to;
  }
}

/** The size that most of the text has. */
function usualSize(lines: readonly Line[]): number {
  const counted = new Map<number, number>();
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2;
    counted.set(rounded, (counted.get(rounded) ?? 0) + text.length);
  }
  return [...counted].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function blocksOf(lines: readonly Line[]): Block[] {
  const usual = usualSize(lines);
  const blocks: Block[] = [];
  /** The paragraph so far, with the blanks between its lines. */
  let parts: string[] = [];
  let before: Line | null = null;
  const close = () => {
    const told = oneBlank(parts.join(""));
    if (told !== "") blocks.push({ level: null, text: told });
    parts = [];
  };
  for (const line of lines) {
    const told = oneBlank(line.text);
    if (told === "") continue;
    if (line.size >= usual * larger && told.length <= longestHeading) {
      close();
      const last = blocks.at(-1);
      const level = line.size >= usual * 1.6 ? 1 : 2;
      const goesOn =
        last?.level === level &&
        before &&
        before.page === line.page &&
        before.y - line.y < line.size * paragraphGap &&
        before.y > line.y;
      if (goesOn && last) blocks[blocks.length - 1] = { level, text: `${last.text} ${told}` };
      else blocks.push({ level, text: told });
    } else {
      const gap = before ? before.y - line.y : 0;
      if (before && (before.page !== line.page || gap > line.size * paragraphGap || gap < 0)) close();
      // A word that was parted at the end of a line.
      const last = parts.at(-1) ?? "";
      if (/\p{L}-$/u.test(last.slice(-3)) && /^\p{Ll}/u.test(told))
        parts.splice(-1, 1, last.slice(0, -1), told);
      else parts.push(" ", told);
    }
    before = line;
  }
  close();
  return blocks;
}

/**
 * Reads a PDF.
 * @param progress told the share of its pages that are read, 0 to 1
 * @throws EncryptedPdf; TooMuchWork; BrokenPdf, and other errors for bytes that are no PDF
 */
export async function blocksOfPdf(
  bytes: Uint8Array,
  progress: (share: number) => Promise<void>,
): Promise<ReadText> {
  const file = await PdfFile.open(bytes);
  const fonts = new Map<Dict, Font>();
  const lines: Line[] = [];
  const pages = file.pages(mostPages);
  let length = 0;
  for (const [place, { page, resources }] of pages.entries()) {
    if (length > mostCharacters) break;
    const drawn = new PageText(file, fonts, place);
    const contents = file.get(page.get("Contents"));
    const streams = (Array.isArray(contents) ? contents : [contents]).map((one) => file.get(one));
    const parts: string[] = [];
    let size = 0;
    for (const one of streams) {
      file.work.take();
      if (!(one instanceof Stream)) continue;
      const part = await file.decode(one);
      size += part.length;
      if (size > mostContent) throw new TooMuchWork("too much on one page");
      parts.push(part);
    }
    await drawn.draw(parts.join("\n"), resources, identity, 0);
    for (const line of drawn.lines) {
      lines.push(line);
      length += line.text.length;
    }
    if (place % 25 === 24) await progress((place + 1) / pages.length);
  }
  const blocks = blocksOf(lines);
  return { title: blocks[0]?.level === 1 ? blocks[0].text : null, blocks };
}
