/** Spanish for a caller who agrees in more words than a bare yes. */

const yes = new Set(
  "claro correcto perfecto vale adelante exacto acuerdo ok okay reservela reservelo reservala confirmo confirmela confirmado hagalo hagala".split(
    " ",
  ),
);
/** Whatever else is said, one of these takes it back or wants something else. */
const against = new Set(
  "no nunca tampoco pero mejor espere espera otro otra otros otras antes despues quiza quizas depende cambie cambiar cancelo".split(
    " ",
  ),
);
const hours = "una dos tres cuatro cinco seis siete ocho nueve diez once doce".split(" ");

const weekdays = Array.from({ length: 7 }, (_, day) =>
  bare(
    new Intl.DateTimeFormat("es-US", { weekday: "long", timeZone: "UTC" }).format(
      new Date(Date.UTC(2026, 0, 4 + day)),
    ),
  ),
);

/** Without accents, in small letters. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "");
}

const hourOf = (word: string): number => (/^\d{1,2}$/.test(word) ? Number(word) : hours.indexOf(word) + 1);

/** "sí" agrees; "si" is an if, unless little else is said. */
const agrees = (words: readonly string[]): boolean =>
  words.some((word, at) => word === "sí" || yes.has(bare(word)) || (bare(word) === "bien" && at > 0)) ||
  (words.length <= 3 && words[0] === "si");

/** Whether an utterance agrees, and names no day or hour but those of these times. */
export function agreesInSpanish(text: string, slots: readonly { date: string; clock: string }[]): boolean {
  const spoken = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = spoken.map(bare);
  if (!agrees(spoken) || words.some((word) => against.has(word))) return false;
  const days = slots.map(({ date }) => new Date(`${date}T00:00:00Z`));
  return words.every((word, at) => {
    if (weekdays.includes(word)) return days.some((day) => weekdays[day.getUTCDay()] === word);
    const before = words[at - 1];
    if (before === "las" || before === "la") {
      const hour = hourOf(word);
      return hour === 0 || slots.some(({ clock }) => Number(clock.slice(0, 2)) % 12 === hour % 12);
    }
    if (before === "el" && hourOf(word) > 0) return days.some((day) => day.getUTCDate() === hourOf(word));
    return true;
  });
}
