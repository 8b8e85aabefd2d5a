/** Reads the objects of a PDF from its bytes (ISO 32000-1, 7.3): numbers, names, strings, arrays, dictionaries, references. */
import { stepsOf, type Work } from "./work.ts";

export class Name {
  constructor(readonly name: string) {}
}
export class Ref {
  constructor(readonly id: number) {}
}
/** A word that is none of the others: an operator of a content stream, or a keyword of the file. */
export class Word {
  constructor(readonly word: string) {}
}
export type Dict = Map<string, Pdf>;
/** A dictionary with bytes: one character for each byte. */
export class Stream {
  constructor(
    readonly dict: Dict,
    readonly raw: string,
  ) {}
}
export type Pdf = null | boolean | number | string | Name | Ref | Word | Stream | Pdf[] | Dict;

export const isDict = (value: Pdf | undefined): value is Dict => value instanceof Map;
export const nameOf = (value: Pdf | undefined): string => (value instanceof Name ? value.name : "");

const blank = new Set("\0\t\n\f\r ");
const delimiter = new Set("()<>[]{}/%");
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/** Deeper nesting is an attack on the stack. */
const deepest = 60;

/** The end of a list or of the bytes. */
const over = Symbol("over");
type Read = Pdf | typeof over;

export class Reader {
  at: number;
  readonly #bytes: string;
  readonly #work: Work;
  #depth = 0;

  /** @param bytes one character for each byte */
  constructor(bytes: string, work: Work, at = 0) {
    this.#bytes = bytes;
    this.#work = work;
    this.at = at;
  }

  skipBlanks(): void {
    const from = this.at;
    this.#pastBlanks();
    this.#work.passOver(this.at - from);
  }

  #pastBlanks(): void {
    for (; this.at < this.#bytes.length; this.at++) {
      const sign = this.#bytes[this.at] ?? "";
      if (sign === "%") {
        while (this.at < this.#bytes.length && !/[\r\n]/.test(this.#bytes[this.at] ?? "")) this.at++;
      } else if (!blank.has(sign)) return;
    }
  }

  /** The next object; undefined at the end, or at a bracket that closes nothing. */
  next(): Pdf | undefined {
    const read = this.#counted();
    return read === over ? undefined : read;
  }

  get isOver(): boolean {
    this.skipBlanks();
    return this.at >= this.#bytes.length;
  }

  /** @throws TooMuchWork */
  #counted(): Read {
    this.skipBlanks();
    const from = this.at;
    const read = this.#read();
    this.#work.take();
    // What is inside a list or a dictionary has been counted by itself.
    if (typeof read === "object" && (Array.isArray(read) || isDict(read)))
      this.#work.take(stepsOf.collection);
    else this.#work.passOver(this.at - from);
    return read;
  }

  #read(): Read {
    const bytes = this.#bytes;
    const sign = bytes[this.at];
    if (sign === undefined) return over;
    if (sign === "/") return new Name(this.#name());
    if (sign === "(") return this.#string();
    if (sign === "<" && bytes[this.at + 1] === "<") return this.#dict();
    if (sign === "<") return this.#hex();
    if (sign === "[") return this.#list();
    if (sign === "]" || sign === ">" || sign === ")" || sign === "}" || sign === "{") {
      this.at += sign === ">" && bytes[this.at + 1] === ">" ? 2 : 1;
      return over;
    }
    const word = this.#word();
    if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) return this.#numberOrRef(Number(word));
    if (word === "true" || word === "false") return word === "true";
    return word === "null" ? null : new Word(word);
  }

  #word(): string {
    const from = this.at;
    for (; this.at < this.#bytes.length; this.at++) {
      const sign = this.#bytes[this.at] ?? "";
      if (blank.has(sign) || delimiter.has(sign)) break;
    }
    return this.#bytes.slice(from, this.at);
  }

  #name(): string {
    this.at++;
    return this.#word().replaceAll(/#([\da-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #numberOrRef(value: number): Pdf {
    const rest = /^[\0\t\n\f\r ]{1,4}\d{1,5}[\0\t\n\f\r ]{1,4}R(?![A-Za-z\d])/.exec(
      this.#bytes.slice(this.at, this.at + 16),
    );
    if (!rest) return value;
    this.at += rest[0].length;
    return new Ref(value);
  }

  #string(): string {
    let depth = 1;
    let text = "";
    for (this.at++; this.at < this.#bytes.length; this.at++) {
      const sign = this.#bytes[this.at] ?? "";
      if (sign === "\\") {
        const octal = /^[0-7]{1,3}/.exec(this.#bytes.slice(this.at + 1, this.at + 4))?.[0];
        const next = this.#bytes[this.at + 1] ?? "";
        if (octal) text += String.fromCharCode(Number.parseInt(octal, 8) & 255);
        else if (next !== "\n" && next !== "\r") text += escapes[next] ?? next;
        this.at += octal ? octal.length : 1;
        continue;
      }
      if (sign === "(") depth++;
      if (sign === ")" && --depth === 0) break;
      text += sign;
    }
    this.at++;
    return text;
  }

  #hex(): string {
    const end = this.#bytes.indexOf(">", this.at);
    const digits = this.#bytes.slice(this.at + 1, end < 0 ? undefined : end).replaceAll(/[^\da-f]/gi, "");
    this.at = end < 0 ? this.#bytes.length : end + 1;
    let text = "";
    for (let place = 0; place < digits.length; place += 2)
      text += String.fromCharCode(Number.parseInt(digits.slice(place, place + 2).padEnd(2, "0"), 16));
    return text;
  }

  #list(): Pdf[] {
    this.at++;
    const list: Pdf[] = [];
    if (++this.#depth > deepest) throw new Error("nested too deeply");
    for (let read = this.#counted(); read !== over; read = this.#counted()) list.push(read);
    this.#depth--;
    return list;
  }

  #dict(): Dict {
    this.at += 2;
    const dict: Dict = new Map();
    if (++this.#depth > deepest) throw new Error("nested too deeply");
    for (let key = this.#counted(); key !== over; key = this.#counted()) {
      if (!(key instanceof Name)) continue;
      const value = this.#counted();
      if (value === over) break;
      dict.set(key.name, value);
    }
    this.#depth--;
    return dict;
  }
}
