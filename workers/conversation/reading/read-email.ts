/** Reads e-mail addresses: written, said ("marta dot lindqvist at gmail dot com"), spelled, in one breath or two. */
import { distance } from "fastest-levenshtein";
import {
  at as atSaid,
  beforeAddress,
  endings,
  marksSaid,
  needsEnding,
  notInAddress,
  providers,
  tldSounds,
  withinAddress,
} from "#workers/conversation/english/emails.ts";
import { multiples } from "#workers/conversation/english/names.ts";
import { cardinalAt, zeros } from "#workers/conversation/english/numbers.ts";
import { claim, type Heard, isFree, type Range } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { spelledAt } from "./spelling.ts";

/** `address` null with `rest` set: the beginning of an address whose end must follow. */
export type EmailRead = Range & { address: string | null; rest: string | null; sure: number };

const MAX_LOCAL_WORDS = 24;
const MAX_DOMAIN_LABEL_WORDS = 5;
const valid =
  /^[a-z0-9](?:[a-z0-9._+-]{0,62}[a-z0-9_+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,4}[a-z]{2,24}$/;

/**
 * The e-mail address in an utterance, claimed.
 * @param unfinished what was read of it in the breath before, such as "marta.lindqvist" or "marta@"
 */
export function emailIn(heard: Heard, asked: boolean, unfinished: string | null): EmailRead | null {
  const found =
    whole(heard, asked, unfinished) ?? (asked || unfinished !== null ? beginning(heard, unfinished) : null);
  if (found) claim(heard, found);
  return found;
}

type Domain = { domain: string; to: number };

function whole(heard: Heard, asked: boolean, unfinished: string | null): EmailRead | null {
  const { words } = heard;
  const all: EmailRead[] = [];
  for (let at = 0; at < words.length; at++) {
    const split = atMark(words, at);
    if (!split || !isFree(heard, { from: at, to: split.to })) continue;
    const domain = domainAt(words, split.to);
    if (!domain) continue;
    const least = all.at(-1)?.to ?? 0;
    const local = localBefore(heard, at, least, asked, split.written);
    const text = local?.text ?? (at === least ? (unfinished ?? "").replace(/@$/, "") : "");
    const address = `${text}@${domain.domain}`;
    if (!valid.test(address)) continue;
    all.push({
      from: local?.from ?? at,
      to: domain.to,
      address,
      rest: null,
      sure: split.written ? 0.98 : 0.85,
    });
  }
  // Of two addresses the second is the repaired one.
  const found = all.at(-1) ?? null;
  if (found || unfinished === null) return found;
  // The rest of "marta at …": the domain alone.
  const start = leadEnd(heard, 0);
  const domain = domainAt(words, unfinished.endsWith("@") ? start : words.length);
  const address = `${unfinished}${domain?.domain ?? ""}`;
  return domain && valid.test(address)
    ? { from: start, to: domain.to, address, rest: null, sure: 0.85 }
    : null;
}

/** "@" before a word, or "at" as a word of its own. */
function atMark(words: readonly Word[], at: number): { to: number; written: boolean } | null {
  if (words[at]?.gap.trim() === "@") return { to: at, written: true };
  const said = phraseAt(atSaid, words, at);
  return said && { to: said.to, written: false };
}

function domainAt(words: readonly Word[], from: number): Domain | null {
  const provider = phraseAt(providers, words, from);
  if (provider) {
    const rest = endingAt(words, provider.to);
    if (rest) return { domain: `${provider.id}.${rest.text}`, to: rest.to };
    if (!needsEnding.has(provider.id))
      return { domain: `${provider.id}.${endings.get(provider.id) ?? "com"}`, to: provider.to };
  }
  let label = "";
  let to = from;
  while (to < words.length && to - from < MAX_DOMAIN_LABEL_WORDS * 3) {
    const rest = label === "" ? null : endingAt(words, to);
    if (rest) return { domain: `${label}.${rest.text}`, to: rest.to };
    const piece = pieceAt(words, to);
    if (!piece || piece.mark === "." || piece.mark === "_" || words[to]?.opensSentence) return null;
    label += piece.text;
    to = piece.to;
  }
  return null;
}

/** ".com", "dot co dot uk", "dot c o m": at least one label behind a dot. */
function endingAt(words: readonly Word[], from: number): { text: string; to: number } | null {
  let text = "";
  let to = from;
  for (let labels = 0; labels < 3; labels++) {
    const dotted = words[to]?.gap === "." ? to : phraseAt(marksSaid, words, to)?.id === "." ? to + 1 : -1;
    if (dotted < 0 || words[dotted]?.opensSentence) break;
    const spelled = spelledAt(words, dotted, 2);
    const word = words[dotted]?.word ?? "";
    const label = spelled?.letters ?? tldSounds.get(word) ?? word;
    if (!/^[a-z]{2,24}$/.test(label)) break;
    text += (text === "" ? "" : ".") + label;
    to = spelled?.to ?? dotted + 1;
  }
  return text === "" ? null : { text, to };
}

type Piece = { text: string; to: number; mark: string; spelled: boolean };

/** One piece of an address: a mark, a word, digits, spelled letters; "" for what is only said along. */
function pieceAt(words: readonly Word[], at: number): Piece | null {
  const mark = phraseAt(marksSaid, words, at);
  if (mark) return { text: mark.id, to: mark.to, mark: mark.id, spelled: false };
  const along = phraseAt(withinAddress, words, at);
  if (along) return { text: "", to: along.to, mark: "", spelled: false };
  const glued = /^[._+-]+$/.test(words[at]?.gap ?? "") ? (words[at]?.gap ?? "") : "";
  const spelled = spelledAt(words, at, 1);
  if (spelled) return { text: glued + spelled.letters, to: spelled.to, mark: "", spelled: spelled.count > 1 };
  const word = words[at]?.word ?? "";
  const times = multiples.get(word);
  const digit = times === undefined ? null : cardinalAt(words, at + 1);
  if (times !== undefined && digit)
    return { text: glued + String(digit.value).repeat(times), to: digit.to, mark: "", spelled: false };
  if (/^\d+$/.test(word)) return { text: glued + word, to: at + 1, mark: "", spelled: false };
  const number = cardinalAt(words, at);
  if (number) return { text: glued + number.value, to: number.to, mark: "", spelled: false };
  if (zeros.has(word) && word !== "o") return { text: `${glued}0`, to: at + 1, mark: "", spelled: false };
  return /^[a-z]+$/.test(word) ? { text: glued + word, to: at + 1, mark: "", spelled: false } : null;
}

/** The part before the "at". Asked for, it begins after the words that introduce it; else it reaches back as far as it is one piece. */
function localBefore(
  heard: Heard,
  at: number,
  least: number,
  asked: boolean,
  written: boolean,
): { text: string; from: number } | null {
  const { words } = heard;
  let from = at;
  if (written) {
    while (
      from - 1 >= least &&
      (from === at || /^[._+-]$/.test(words[from]?.gap ?? "") || words[from]?.gap === "")
    )
      from--;
  } else if (asked) {
    from = leadEnd(heard, least);
  } else {
    from = reachingBack(heard, at, least);
  }
  const text = written ? glued(words, from, at) : spoken(words, from, at);
  return text ? { text, from } : null;
}

const glued = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ word, gap }, n) => (n === 0 ? "" : gap) + word)
    .join("");

/** Unasked: words joined by marks, letters and numbers, and one plain word before them. */
function reachingBack({ words, used }: Heard, at: number, least: number): number {
  let from = at;
  let mayBePlain = true;
  while (from - 1 >= least && at - from < MAX_LOCAL_WORDS && !used[from - 1]) {
    const word = words[from - 1]?.word ?? "";
    const mark = phraseAt(marksSaid, words, from - 1) !== null;
    const small = word.length === 1 || /^\d+$/.test(word) || cardinalAt(words, from - 1) !== null;
    if (!mark && !small && (!mayBePlain || notInAddress.has(word))) break;
    if (small && word === "a" && !mayBePlain) break;
    mayBePlain = mark || (small && mayBePlain);
    from--;
    if (words[from]?.opensSentence) break;
  }
  return from;
}

function spoken(words: readonly Word[], from: number, to: number): string | null {
  const pieces: Piece[] = [];
  let at = from;
  while (at < to) {
    // "Martha with an h": said of the word before.
    if (
      words[at]?.word === "with" &&
      /^an?$/.test(words[at + 1]?.word ?? "") &&
      /^[a-z]$/.test(words[at + 2]?.word ?? "")
    ) {
      at += 3;
      continue;
    }
    const piece = pieceAt(words, at);
    if (!piece || piece.to > to || pieces.length > MAX_LOCAL_WORDS) return null;
    const last = pieces.at(-1);
    // "Marta, M A R T A": spelling says a word again.
    if (piece.text === "") {
      at = piece.to;
      continue;
    }
    // "Matt, double t": a description of what was said.
    const describes = last && piece.spelled && last.text.length > 2 && last.text.endsWith(piece.text);
    if (describes) {
      at = piece.to;
      continue;
    }
    if (last && piece.spelled && last.mark === "" && !last.spelled && isNear(last.text, piece.text))
      pieces.pop();
    pieces.push(piece);
    at = piece.to;
  }
  return pieces.map(({ text }) => text).join("");
}

const isNear = (one: string, two: string) =>
  one[0] === two[0] && distance(one, two) <= Math.max(1, Math.floor(two.length / 3));

/** Where an address begins: after "sure, my email is". */
function leadEnd(heard: Heard, from: number): number {
  let at = from;
  for (let n = 0; n < 4; n++) {
    while (heard.used[at]) at++;
    const lead = phraseAt(beforeAddress, heard.words, at);
    if (!lead) break;
    at = lead.to;
  }
  return at;
}

/** An address that breaks off: "marta dot lindqvist", "m a r t a at". */
function beginning(heard: Heard, unfinished: string | null): EmailRead | null {
  const { words } = heard;
  const from = leadEnd(heard, 0);
  let to = words.length;
  if (from >= to || to - from > MAX_LOCAL_WORDS || !isFree(heard, { from, to })) return null;
  const mark = phraseAt(atSaid, words, to - 1);
  if (mark) to--;
  for (let at = from; at < to; at++) if (notInAddress.has(words[at]?.word ?? "")) return null;
  const text = spoken(words, from, to);
  if (text === null || (text === "" && !mark)) return null;
  // A lone word may be anything; with a mark, letters or digits in it, or after a first part, it is an address.
  const looks =
    unfinished !== null || mark !== null || /[._+\d-]/.test(text) || spelledAt(words, from, 2) !== null;
  const rest = `${unfinished ?? ""}${text}${mark ? "@" : ""}`;
  return looks && rest.length <= 64 ? { from, to: words.length, address: null, rest, sure: 0.5 } : null;
}
