/** A PDF as its objects. The file is searched for them, so that a damaged table of their places does no harm; streams are decoded when they are asked for. */
import { type Dict, isDict, nameOf, type Pdf, Reader, Ref, Stream, Word } from "./pdf-objects.ts";
import { Work } from "./work.ts";

/** What all streams of a file may grow to when they are decoded, in bytes. */
const mostDecoded = 60_000_000;
/** How many objects are read. */
const mostObjects = 200_000;
/** Filters of one stream: more are an attack. */
const mostFilters = 8;

export class EncryptedPdf extends Error {}
export class BrokenPdf extends Error {}

/** One character for each byte. */
export function binary(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export class PdfFile {
  /** What is left to do with this file. */
  readonly work = new Work();
  readonly #objects = new Map<number, Pdf>();
  readonly #decoded = new Map<Stream, string>();
  #root: Pdf = null;
  #isEncrypted = false;
  #left = mostDecoded;

  /** @throws EncryptedPdf, BrokenPdf, TooMuchWork */
  static async open(bytes: Uint8Array): Promise<PdfFile> {
    const file = new PdfFile();
    await file.#load(binary(bytes));
    return file;
  }

  async #load(text: string): Promise<void> {
    if (!/%PDF-\d/.test(text.slice(0, 1024))) throw new BrokenPdf("not a PDF");
    const begins = /(\d{1,9})[\0\t\n\f\r ]{1,4}\d{1,5}[\0\t\n\f\r ]{1,4}obj\b|\btrailer\b/g;
    for (let found = begins.exec(text); found; found = begins.exec(text)) {
      const reader = new Reader(text, this.work, begins.lastIndex);
      const value = reader.next() ?? null;
      if (found[1] === undefined) {
        if (isDict(value)) {
          this.#trailer(value);
          begins.lastIndex = Math.max(reader.at, begins.lastIndex);
        }
        continue;
      }
      if (this.#objects.size >= mostObjects) throw new BrokenPdf("too many objects");
      this.#objects.set(Number(found[1]), this.#withBytes(value, text, reader));
      begins.lastIndex = Math.max(reader.at, begins.lastIndex);
    }
    for (const one of this.#objects.values())
      if (one instanceof Stream && nameOf(one.dict.get("Type")) === "XRef") this.#trailer(one.dict);
    if (this.#isEncrypted) throw new EncryptedPdf("encrypted");
    for (const one of [...this.#objects.values()])
      if (one instanceof Stream && nameOf(one.dict.get("Type")) === "ObjStm") await this.#unpack(one);
  }

  #trailer(dict: Dict): void {
    this.#isEncrypted ||= dict.has("Encrypt");
    this.#root = dict.get("Root") ?? this.#root;
  }

  /** A dictionary with the bytes that follow it, if any do. */
  #withBytes(value: Pdf, text: string, reader: Reader): Pdf {
    if (!isDict(value)) return value;
    reader.skipBlanks();
    const opening = /^stream\r?\n?/.exec(text.slice(reader.at, reader.at + 8))?.[0];
    if (!opening) return value;
    const from = reader.at + opening.length;
    const length = this.get(value.get("Length"));
    const told = typeof length === "number" && length >= 0 ? from + length : -1;
    const isTrue = told >= 0 && /^[\0\t\n\f\r ]{0,3}endstream/.test(text.slice(told, told + 13));
    const found = isTrue ? told : text.indexOf("endstream", from);
    const end = found < 0 ? text.length : found;
    reader.at = end;
    return new Stream(value, text.slice(from, end));
  }

  async #unpack(stream: Stream): Promise<void> {
    const text = await this.decode(stream);
    const first = Number(this.get(stream.dict.get("First")));
    const head = new Reader(text, this.work);
    const count = Math.min(mostObjects, Number(this.get(stream.dict.get("N"))));
    const offsets = new Set<number>();
    for (let n = 0; n < count; n++) {
      const [id, offset] = [head.next(), head.next()];
      if (typeof id !== "number" || typeof offset !== "number") return;
      // Each object has bytes of its own (ISO 32000-1, 7.5.7).
      if (offsets.has(offset)) throw new BrokenPdf("two objects at one place");
      offsets.add(offset);
      if (this.#objects.has(id)) continue;
      if (this.#objects.size >= mostObjects) throw new BrokenPdf("too many objects");
      this.#objects.set(id, new Reader(text, this.work, first + offset).next() ?? null);
    }
  }

  /** What a value stands for: a reference is followed. */
  get(value: Pdf | undefined): Pdf {
    let found = value ?? null;
    for (let hops = 0; found instanceof Ref && hops < 10; hops++) found = this.#objects.get(found.id) ?? null;
    return found instanceof Ref || found instanceof Word ? null : found;
  }

  dict(value: Pdf | undefined): Dict {
    const found = this.get(value);
    if (found instanceof Stream) return found.dict;
    return isDict(found) ? found : new Map();
  }

  list(value: Pdf | undefined): Pdf[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : [];
  }

  number(value: Pdf | undefined, otherwise: number): number {
    const found = this.get(value);
    return typeof found === "number" ? found : otherwise;
  }

  /** The pages in their order, with the resources that each inherits. */
  pages(most: number): { page: Dict; resources: Dict }[] {
    const root = this.dict(this.#root);
    const catalog = root.has("Pages")
      ? root
      : ([...this.#objects.values()].filter(isDict).find((one) => nameOf(one.get("Type")) === "Catalog") ??
        root);
    const pages: { page: Dict; resources: Dict }[] = [];
    const seen = new Set<Dict>();
    const visit = (node: Dict, inherited: Dict, depth: number) => {
      if (seen.has(node) || depth > 50 || pages.length >= most) return;
      seen.add(node);
      const own = node.has("Resources") ? this.dict(node.get("Resources")) : inherited;
      const kids = this.list(node.get("Kids"));
      if (kids.length === 0 && nameOf(node.get("Type")) !== "Pages")
        pages.push({ page: node, resources: own });
      this.work.take(kids.length);
      for (const kid of kids) visit(this.dict(kid), own, depth + 1);
    };
    visit(this.dict(catalog.get("Pages")), new Map(), 0);
    return pages;
  }

  /** The bytes of a stream, decoded; empty where its filter is none of text. */
  async decode(stream: Stream): Promise<string> {
    const known = this.#decoded.get(stream);
    if (known !== undefined) return known;
    const { dict } = stream;
    const filter = this.get(dict.get("Filter"));
    const filters = (Array.isArray(filter) ? filter : [filter]).map((one) => nameOf(this.get(one)));
    if (filters.length > mostFilters) throw new BrokenPdf("too many filters");
    let text = stream.raw;
    for (const [place, name] of filters.entries()) {
      this.work.passOver(text.length);
      if (name === "FlateDecode" || name === "Fl") {
        text = await this.#inflated(text);
        const parms = this.get(dict.get("DecodeParms"));
        text = this.#unpredicted(text, this.dict(Array.isArray(parms) ? parms[place] : parms));
      } else if (name === "ASCIIHexDecode" || name === "AHx") {
        const read = new Reader(`<${text}`, this.work).next();
        text = typeof read === "string" ? read : "";
      } else if (name === "ASCII85Decode" || name === "A85") text = ascii85(text);
      else if (name !== "") text = "";
    }
    this.#decoded.set(stream, text);
    return text;
  }

  /** What can be inflated; a stream that breaks off gives what came before. */
  async #inflated(text: string): Promise<string> {
    const reader = new Blob([bytesOf(text)])
      .stream()
      .pipeThrough(new DecompressionStream("deflate"))
      .getReader();
    const parts: string[] = [];
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        this.#left -= read.value.length;
        if (this.#left < 0) throw new BrokenPdf("too much when decoded");
        parts.push(binary(read.value));
      }
    } catch (error) {
      if (error instanceof BrokenPdf) {
        await reader.cancel().catch(() => {});
        throw error;
      }
    }
    return parts.join("");
  }

  /** Undoes the predictors of PNG, which tables and packed objects use. */
  #unpredicted(text: string, parms: Dict): string {
    if (this.number(parms.get("Predictor"), 1) < 10) return text;
    const bits = this.number(parms.get("Colors"), 1) * this.number(parms.get("BitsPerComponent"), 8);
    const step = Math.max(1, bits >> 3);
    const width = Math.ceil((bits * this.number(parms.get("Columns"), 1)) / 8);
    const from = bytesOf(text);
    const rows = Math.floor(from.length / (width + 1));
    const to = new Uint8Array(rows * width);
    for (let row = 0; row < rows; row++) {
      const kind = from[row * (width + 1)] ?? 0;
      for (let at = 0; at < width; at++) {
        const place = row * width + at;
        const left = at >= step ? (to[place - step] ?? 0) : 0;
        const up = row > 0 ? (to[place - width] ?? 0) : 0;
        const corner = at >= step && row > 0 ? (to[place - width - step] ?? 0) : 0;
        to[place] = (from[row * (width + 1) + 1 + at] ?? 0) + predicted(kind, left, up, corner);
      }
    }
    return binary(to);
  }
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function ascii85(text: string): string {
  const signs = text
    .replace(/~>.*$/s, "")
    .replaceAll(/[\0\t\n\f\r ]/g, "")
    .replaceAll("z", "!!!!!");
  let out = "";
  for (let at = 0; at < signs.length; at += 5) {
    const group = signs.slice(at, at + 5);
    let value = 0;
    for (const sign of group.padEnd(5, "u")) value = value * 85 + (sign.charCodeAt(0) - 33);
    const four = [value / 0x1000000, value / 0x10000, value / 0x100, value].map(
      (one) => Math.floor(one) & 255,
    );
    out += String.fromCharCode(...four.slice(0, group.length - 1));
  }
  return out;
}
