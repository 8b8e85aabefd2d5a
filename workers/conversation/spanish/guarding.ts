/** Spanish for the guard: what a sentence calls done, prices in words, and what is said instead of refused words. */
import type { Claim, Figure } from "#workers/conversation/line/guard-terms.ts";

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/\s+/g, " ");

/** What each claim sounds like, in one clause. */
const claims: Readonly<Partial<Record<Claim, RegExp>>> = {
  booked:
    /\b(?:he|hemos|ha sido|queda|quedo|quedado|esta|estan|ya|le) (?:(?:ya|le|la|lo) )*(?:reservad|agendad|apuntad|programad|confirmad)|\b(?:reserve|agende|programe) (?:su|la|tu|una)\b/,
  moved:
    /\b(?:he|hemos|queda|quedo|ha sido) (?:(?:ya|le|la|lo) )*(?:cambiad|movid|reprogramad)|\b(?:cambie|movi) (?:su|la|tu) cita/,
  canceled:
    /\b(?:he|hemos|queda|quedo|esta|ha sido) (?:(?:ya|le|la|lo) )*(?:cancelad|anulad)|\b(?:cancele|anule) (?:su|la|tu)\b/,
  message:
    /\b(?:he|hemos) (?:(?:ya|le|lo) )*(?:pasado|tomado|dejado|anotado|guardado) (?:su|el|tu)\b|\b(?:tome|pase|deje) su (?:mensaje|recado)/,
  sent: /\b(?:le|te) (?:he|hemos) (?:enviado|mandado)\b|\ble (?:envie|mande)\b/,
};
/** In a clause with one of these nothing is said to be done. */
const notDone = /\b(?:no|nunca|si|cuando|antes|despues|hasta|todavia)\b|\?/;

/** What a Spanish sentence calls done; nothing for other languages. */
export function claimsIn(sentence: string): Claim[] {
  const clauses = plain(sentence).split(/[,;:!.]+\s*|\s(?:pero|porque)\s/);
  const kinds: readonly Claim[] = ["booked", "moved", "canceled", "message", "sent"];
  return kinds.filter((kind) =>
    clauses.some((clause) => {
      const match = claims[kind]?.exec(clause);
      return match ? !notDone.test(clause.slice(0, match.index)) && !clause.includes("?") : false;
    }),
  );
}

const small: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "cero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte " +
    "veintiun/veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve"
  )
    .split(" ")
    .flatMap((names, value) => names.split("/").map((name) => [name, value])),
);
const tens: Readonly<Record<string, number>> = {
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  setenta: 70,
  ochenta: 80,
  noventa: 90,
  cien: 100,
  ciento: 100,
  doscientos: 200,
  trescientos: 300,
  cuatrocientos: 400,
  quinientos: 500,
  seiscientos: 600,
  setecientos: 700,
  ochocientos: 800,
  novecientos: 900,
};
const moneyWords = new Set(["dolar", "dolares", "peso", "pesos", "euro", "euros"]);

/** The amounts of money that a Spanish sentence says in words ("ochenta y cinco dólares"). */
export function amountsIn(sentence: string): Figure[] {
  const words = plain(sentence).split(/[^a-z]+/);
  const found: Figure[] = [];
  for (const [at, word] of words.entries()) {
    if (!moneyWords.has(word)) continue;
    let from = at;
    while (from > 0 && isNumber(words[from - 1] ?? "")) from--;
    const value = valueOf(words.slice(from, at));
    if (value !== null) found.push({ kind: "money", value: String(value), isBare: false });
  }
  return found;
}

const isNumber = (word: string): boolean => word === "y" || word === "mil" || word in small || word in tens;

function valueOf(words: readonly string[]): number | null {
  let whole = 0;
  let part = 0;
  let isAny = false;
  for (const word of words) {
    if (word === "y") continue;
    isAny = true;
    if (word === "mil") {
      whole += (part || 1) * 1000;
      part = 0;
    } else part += small[word] ?? tens[word] ?? 0;
  }
  return isAny ? whole + part : null;
}

/** Said instead of words that the guard refused: at first, and when the second attempt is refused as well. */
export const instead = {
  not_done: ["Un momento, déjeme ver.", "Todavía no lo he podido hacer. ¿Qué le conviene?"],
  unknown_figure: [
    "Un momento, déjeme ver.",
    "Eso no lo sé con certeza. ¿Le puede llamar alguien de vuelta?",
  ],
} as const;
