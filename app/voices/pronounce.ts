/** Says words of an agent as the organization's dictionary has them, and finds the written words again in what a carrier reports as heard. */
import type { Pronunciation } from "./voice-settings.schema.ts";

/** A word with what may stand inside it. */
const runs = /[\p{L}\p{M}\p{N}]+(?:['’&.-][\p{L}\p{M}\p{N}]+)*/gu;
const part = /[\p{L}\p{M}\p{N}]+/gu;

/** How words are compared: capitals do not count. */
export const foldedWord = (word: string): string => word.normalize("NFC").toLowerCase().replaceAll("’", "'");

export type Dictionary = ReadonlyMap<string, string>;

export const dictionaryOf = (entries: readonly Pronunciation[]): Dictionary =>
  new Map(entries.map(({ word, said }) => [foldedWord(word), said]));

/** A stretch of a text: as it is written, and as it is spoken. */
type Piece = { written: string; spoken: string };

function piecesOf(text: string, words: Dictionary, pattern: RegExp = runs): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > at) pieces.push(same(text.slice(at, index)));
    at = index + found.length;
    const said = words.get(foldedWord(found));
    if (said !== undefined) pieces.push({ written: found, spoken: said });
    else if (pattern === runs) pieces.push(...piecesOf(found, words, part));
    else pieces.push(same(found));
  }
  if (at < text.length) pieces.push(same(text.slice(at)));
  return pieces;
}

const same = (text: string): Piece => ({ written: text, spoken: text });

/** The text as it is spoken: whole words, whatever their capitals. */
export const pronounced = (text: string, words: Dictionary): string =>
  words.size === 0
    ? text
    : piecesOf(text, words)
        .map(({ spoken }) => spoken)
        .join("");

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const letters = (text: string): string => [...text.toLowerCase()].filter(isLetter).join("");

/** How far a text goes, in characters, until that many letters have passed. */
function lengthOf(text: string, count: number): number {
  let passed = 0;
  let at = 0;
  for (const character of text) {
    if (passed >= count) break;
    if (isLetter(character)) passed += [...letters(character)].length;
    at += character.length;
  }
  return at;
}

/** The part of a written text that was spoken when that many letters of its spoken form were. A word with a pronunciation counts once it was heard whole. */
function writtenUntil(pieces: readonly Piece[], count: number): string {
  let left = count;
  let written = "";
  for (const piece of pieces) {
    if (left <= 0) break;
    const length = [...letters(piece.spoken)].length;
    if (length <= left) written += piece.written;
    else if (piece.written === piece.spoken) written += piece.written.slice(0, lengthOf(piece.written, left));
    left -= length;
  }
  return written;
}

/** A line that is being spoken: its written words, and those of them that were played. */
type SpokenLine = { readonly text: string; readonly played: string };

/** What a carrier reports as heard until an interruption, in the written words of the line that it belongs to. */
export function heardAsWritten(heard: string, lines: readonly SpokenLine[], words: Dictionary): string {
  const reported = letters(heard);
  if (words.size === 0 || reported === "") return heard;
  for (const { text } of lines) {
    const pieces = piecesOf(text, words);
    const spoken = letters(pieces.map((piece) => piece.spoken).join(""));
    if (spoken.startsWith(reported)) return writtenUntil(pieces, [...reported].length).trim();
  }
  return heard;
}

/** A piece that a carrier reports as played, in the written words that come next in the line that is being spoken. */
export function playedAsWritten(played: string, lines: readonly SpokenLine[], words: Dictionary): string {
  if (words.size === 0) return played;
  const line = lines.find((one) => letters(one.played).length < letters(one.text).length);
  if (!line) return played;
  const pieces = piecesOf(line.text, words);
  const done = letters(line.played).length;
  let spoken = 0;
  let written = 0;
  for (const piece of pieces) {
    if (written >= done) break;
    const length = letters(piece.written).length;
    const isWhole = written + length <= done;
    spoken += isWhole ? letters(piece.spoken).length : done - written;
    written += length;
  }
  const until = writtenUntil(pieces, spoken + [...letters(played)].length);
  return until.slice(lengthOf(line.text, done)).trim();
}
