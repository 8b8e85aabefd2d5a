/** Figures that a Spanish text says in words: times, prices, numbers to call, and other numbers. */
import type { Figure } from "#workers/conversation/line/guard-terms.ts";
import { unaccented } from "./plain.ts";

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
const moneyWords = new Set(["dolar", "dolares", "peso", "pesos", "euro", "euros", "centavos"]);
/** After these a number is a price. */
const costs =
  /\b(?:cuestan?|valen?|costaria|costara|cobramos|cobran|sale en|salen en|precio (?:es|de)(?: de)?|total (?:es|de)(?: de)?) $/;
/** What is counted here is a fact. */
const units = new Set(
  "por minutos minuto horas hora dias dia semanas semana meses mes anos ano millas cuadras pisos piso personas veces".split(
    " ",
  ),
);
const months =
  /^ (?:de )?(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b/;
/** A number below it only counts ("dos cosas"), unless it is of a unit. */
const smallest = 13;
const phoneDigits = 7;
const longest = 10_000;
/** How many characters beside a number tell what it is. */
const nearby = 30;

type Run = { words: string[]; from: number; to: number };

/** Words of numbers that stand side by side; digits among them break a run, because they are read as they are. */
function runsIn(text: string): Run[] {
  const runs: Run[] = [];
  let last: Run | null = null;
  for (const { 0: word, index } of text.matchAll(/[a-z]+/g)) {
    const goesOn: boolean = last !== null && text.slice(last.to, index).trim() === "";
    const is = word in small || word in tens || word === "mil";
    if (is && goesOn && last) {
      last.words.push(word);
      last.to = index + word.length;
    } else if (is) {
      last = { words: [word], from: index, to: index + word.length };
      runs.push(last);
    } else if (word === "y" && goesOn && last && (tens[last.words.at(-1) ?? ""] ?? 0) < 100) {
      // "Treinta y dos" goes on; "dos y tres" does not.
      if (
        (last.words.at(-1) ?? "") in tens &&
        /^ (?:un|una|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b/.test(
          text.slice(index + 1, index + 9),
        )
      )
        last.to = index + 1;
      else last = null;
    } else last = null;
  }
  return runs;
}

/** The numbers of a run: "ochenta cinco" is one, "cinco cinco uno" are three. */
function numbersOf(words: readonly string[]): number[] {
  const numbers: number[] = [];
  let value: number | null = null;
  let step = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const next: number = word === "mil" ? 1000 : (small[word] ?? tens[word] ?? 0);
    if (next === 1000) {
      value = (value ?? 1) * 1000;
      step = 1000;
      continue;
    }
    const joins = value !== null && next > 0 && next < step && step >= 10;
    if (joins && value !== null) value += next;
    else {
      if (value !== null) numbers.push(value);
      value = next;
    }
    step = next >= 100 ? 100 : next >= 30 ? 10 : 1;
  }
  if (value !== null) numbers.push(value);
  return numbers;
}

const figure = (kind: Figure["kind"], value: string, isBare = false): Figure => ({ kind, value, isBare });
const clock = (hour: number, minute: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")}`;

/** Times in words or digits: "a las tres y cuarto", "a la una menos diez", "las 3 y media", "a mediodía". */
function timesIn(text: string): { figures: Figure[]; rest: string } {
  const figures: Figure[] = [];
  const noons = text.match(/\b(?:mediodia|medianoche)\b/g) ?? [];
  for (const _ of noons) figures.push(figure("time", "12:00"));
  const rest = text.replaceAll(
    /\b(?:las?|desde|hasta) (\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?::(\d{2}))?(?: (y|menos|con) (media|cuarto|\d{1,2}|[a-z]+(?: y [a-z]+)?))?(?= |[.,;:?!)]|$)/g,
    (
      all: string,
      hour: string,
      written: string | undefined,
      sign: string | undefined,
      more = "",
      at: number,
    ) => {
      const value = /^\d/.test(hour) ? Number(hour) : (small[hour] ?? 0);
      const isUna = /^la/.test(all) && hour === "una";
      const isHour = /^las /.test(all) || isUna || /^(?:desde|hasta) /.test(all);
      const after =
        text
          .slice(at + all.length, at + all.length + nearby)
          .trimStart()
          .split(/[^a-z]/)[0] ?? "";
      if (!isHour || value < 1 || value > 24 || (sign === undefined && counted.has(after))) return all;
      const minutes = written !== undefined ? Number(written) : minutesOf(more);
      if (minutes === null) {
        figures.push(figure("time", clock(value, 0)));
        return ` , ${sign ?? ""} ${more}`;
      }
      const isBefore = sign === "menos" && minutes > 0;
      figures.push(figure("time", isBefore ? clock(value + 23, 60 - minutes) : clock(value, minutes)));
      return " , ";
    },
  );
  return { figures, rest };
}
/** "Las dos opciones" are no time. */
const counted = new Set(
  "opciones citas cosas personas veces preguntas semanas visitas sucursales oficinas primeras ultimas horas".split(
    " ",
  ),
);

function minutesOf(more: string): number | null {
  if (more === "") return 0;
  if (more === "media") return 30;
  if (more === "cuarto") return 15;
  if (/^\d+$/.test(more)) return Number(more) < 60 ? Number(more) : null;
  const [value, ...others] = numbersOf(more.split(" ").filter((word) => word in small || word in tens));
  const isWhole = more.split(" ").every((word) => word === "y" || word in small || word in tens);
  return isWhole && value !== undefined && others.length === 0 && value < 60 ? value : null;
}

export function figuresIn(text: string): Figure[] {
  const { figures, rest } = timesIn(unaccented(text.slice(0, longest)));
  for (const { words, from, to } of runsIn(rest)) {
    const numbers = numbersOf(words);
    const digits = numbers.map(String).join("");
    const after = rest.slice(to, to + nearby);
    const next = after.trimStart().split(/[^a-z]/)[0] ?? "";
    if (moneyWords.has(next.replace(/^de$/, ""))) figures.push(figure("money", String(numbers.at(-1) ?? 0)));
    else if (numbers.length > 1 && digits.length >= phoneDigits) figures.push(figure("phone", digits));
    else if (costs.test(rest.slice(Math.max(0, from - nearby), from)) && !units.has(next))
      figures.push(figure("money", String(numbers[0] ?? 0)));
    else {
      const isFact = units.has(next) || months.test(after);
      // "Una hora", "un día": a word of every sentence.
      const isArticle = /^(?:un|una|uno)$/.test(words.join(" "));
      for (const value of numbers)
        figures.push(figure("number", String(value), isArticle || (value < smallest && !isFact)));
    }
  }
  return figures;
}

/** Whether a Spanish sentence tells what something costs. */
export const isPrice = (sentence: string): boolean =>
  /\b(?:cuestan?|valen?|precios?|cobramos|cobran|tarifas?|costo|descuento|dolares|pesos|euros)\b/.test(
    unaccented(sentence.slice(0, longest)),
  );
