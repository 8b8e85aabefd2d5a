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
const lettersIn = (text: string): number => [...letters(text)].length;

/** How many characters of a text hold so many letters, with the punctuation that closes the last one. */
function lengthOf(text: string, count: number): number {
  if (count <= 0) return 0;
  let passed = 0;
  let at = 0;
  for (const character of text) {
    const isNext = isLetter(character) || /\s/u.test(character);
    if (passed >= count && isNext) break;
    passed += lettersIn(character);
    at += character.length;
  }
  return at;
}

/**
 * The part of a written text that was spoken when that many letters of its spoken form were.
 * @param isPartHeard whether a word with a pronunciation counts before it was spoken whole
 */
function writtenUntil(pieces: readonly Piece[], count: number, isPartHeard: boolean): string {
  let left = count;
  let heard = 0;
  for (const { written, spoken } of pieces) {
    if (left <= 0) break;
    const length = lettersIn(spoken);
    if (length <= left || (isPartHeard && written !== spoken)) heard += lettersIn(written);
    else if (written === spoken) heard += left;
    left -= length;
  }
  const text = pieces.map(({ written }) => written).join("");
  return text.slice(0, lengthOf(text, heard));
}

/** A line that is being spoken: its written words, and those of them that were played. */
type SpokenLine = { readonly text: string; readonly played: string };

const spokenLetters = (pieces: readonly Piece[]): string =>
  letters(pieces.map(({ spoken }) => spoken).join(""));

/** What a carrier reports as heard until an interruption, in the written words of the line that it belongs to. */
export function heardAsWritten(heard: string, lines: readonly SpokenLine[], words: Dictionary): string {
  const reported = letters(heard);
  if (words.size === 0 || reported === "") return heard;
  for (const { text } of lines) {
    const pieces = piecesOf(text, words);
    if (spokenLetters(pieces).startsWith(reported))
      return writtenUntil(pieces, lettersIn(heard), false).trim();
  }
  return heard;
}

/** How many letters were spoken when so many of the written ones count as played; `last`: those of the last word, if it has a pronunciation. */
function spokenAt(pieces: readonly Piece[], done: number): { spoken: number; last: number } {
  let spoken = 0;
  let last = 0;
  let written = 0;
  for (const piece of pieces) {
    if (written >= done) break;
    const length = lettersIn(piece.written);
    const isReplaced = piece.written !== piece.spoken;
    const passed = isReplaced ? lettersIn(piece.spoken) : Math.min(length, done - written);
    spoken += passed;
    written += length;
    if (length > 0) last = isReplaced ? passed : 0;
  }
  return { spoken, last };
}

/** Whether a text is the end of how the last word of a line is said: the line counts as played, and more of that word comes. */
function isRestOf(reported: string, line: SpokenLine | undefined, words: Dictionary): boolean {
  const last = line && piecesOf(line.text, words).findLast(({ written }) => lettersIn(written) > 0);
  return last !== undefined && last.written !== last.spoken && letters(last.spoken).endsWith(reported);
}

/**
 * A piece that a carrier reports as played, in the written words that come next in the line that is being spoken. A word
 * with a pronunciation counts with its first piece, and its further ones add nothing.
 */
export function playedAsWritten(played: string, lines: readonly SpokenLine[], words: Dictionary): string {
  if (words.size === 0) return played;
  const place = lines.findIndex((one) => lettersIn(one.played) < lettersIn(one.text));
  const line = lines[place];
  if (!line) return "";
  const pieces = piecesOf(line.text, words);
  const done = lettersIn(line.played);
  const { spoken, last } = spokenAt(pieces, done);
  const all = [...spokenLetters(pieces)];
  const reported = letters(played);
  const begins = (at: number): boolean => all.slice(at).join("").startsWith(reported);
  if (done === 0 && !begins(0) && isRestOf(reported, lines[place - 1], words)) return "";
  let back = 0;
  while (back < last && !begins(spoken - back)) back++;
  const from = begins(spoken - back) ? spoken - back : spoken;
  const until = writtenUntil(pieces, from + lettersIn(played), true);
  return until.slice(lengthOf(line.text, done)).trim();
}
