/** What the code itself says in Spanish beside a model: confirmations, outcomes, and the words of the line. */
import { localClock, localDate } from "#app/platform/zoned-time.ts";

const months = [
  "enero",
  "febrero",
  "marzo",
  "abril",
  "mayo",
  "junio",
  "julio",
  "agosto",
  "septiembre",
  "octubre",
  "noviembre",
  "diciembre",
];
const weekdays = ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"];

/** "el martes 24 de noviembre a las 3 de la tarde". @param slot ms UTC */
export function slotSaid(slot: number, time_zone: string): string {
  const date = localDate(slot, time_zone);
  const day = new Date(`${date}T00:00:00Z`);
  const [hour = 0, minute = 0] = localClock(slot, time_zone).split(":").map(Number);
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const part = hour < 12 ? "de la mañana" : hour < 20 ? "de la tarde" : "de la noche";
  const minutes =
    minute === 0 ? "" : minute === 15 ? " y cuarto" : minute === 30 ? " y media" : ` y ${minute}`;
  const at =
    hour === 12 && minute === 0
      ? "a mediodía"
      : `${twelve === 1 ? "a la" : "a las"} ${twelve}${minutes} ${part}`;
  return `el ${weekdays[day.getUTCDay()] ?? ""} ${day.getUTCDate()} de ${months[day.getUTCMonth()] ?? ""} ${at}`;
}

export const confirmBooking = (name: string, kind: string, when: string): string =>
  `Entonces ${kind === "" ? "una cita" : `“${kind}”`} para ${name}, ${when}. ¿La reservo?`;
export const confirmMove = (from: string, to: string): string =>
  `Cambio su cita de ${from} para ${to}. ¿Está bien?`;
export const confirmCancel = (when: string): string => `Cancelo su cita de ${when}. ¿Está bien?`;
export const booked = (when: string): string => `Listo, su cita queda reservada para ${when}.`;
export const moved = (when: string): string => `Listo, su cita queda para ${when}.`;
export const canceled = (when: string): string => `Listo, su cita de ${when} queda cancelada.`;
export const anythingElse = "¿Le puedo ayudar en algo más?";
export const notSaved = "Lo siento, no pude guardarlo. ¿Le puede llamar alguien de vuelta?";
export const goodbye = "Gracias por llamar. Adiós.";

/** A bare yes or no; null for any other words. */
export function bareAnswer(text: string): "yes" | "no" | null {
  const words = text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^a-z ]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (words.length > 40) return null;
  const yes = new Set([
    "si",
    "si por favor",
    "si gracias",
    "si claro",
    "claro",
    "claro que si",
    "correcto",
    "si correcto",
    "esta bien",
    "si esta bien",
    "perfecto",
    "si perfecto",
    "de acuerdo",
    "vale",
    "asi es",
    "eso es",
    "exacto",
    "bueno",
    "ok",
    "si adelante",
    "adelante",
  ]);
  const no = new Set(["no", "no gracias", "mejor no", "no asi no", "todavia no", "no esta bien asi"]);
  return yes.has(words) ? "yes" : no.has(words) ? "no" : null;
}

/** Words that Spanish has and English has not, enough of them to tell a caller's language. */
const spanish =
  /\b(hola|buenos|buenas|dias|noches|quiero|quiere|quisiera|necesito|necesita|puedo|puede|pueden|podria|cita|gracias|favor|espanol|habla|hablan|hablar|manana|tarde|lunes|martes|miercoles|jueves|viernes|sabado|domingo|cuanto|cuesta|cuando|donde|tiene|tienen|tengo|hay|para|pero|porque|con|una|un|en|de|del|el|la|los|las|que|como|es|esta|estoy|soy|mi|me|nos|se|lo|le|su|persona|padre|madre|hijo|hija|esposo|esposa|ayuda|emergencia|respira|llame|llamen|llamar|llamo|usted|senora|senor|hoy|muy|mas)\b/g;
/** Among them those that names and English also have: alone they tell nothing. */
const shared =
  /^(?:(?:me|mi|la|las|los|el|de|del|con|en|se|lo|le|es|un|como|persona|para|hay|domingo|padre|madre|su|que) ?)+$/;

/** Words that English has and Spanish has not. */
const english =
  /\b(the|and|is|are|i|im|you|your|to|of|what|when|how|can|could|would|my|for|it|its|at|on|that|this|have|do|does|please|yes|thanks|thank|with|speak|english|appointment)\b/g;

const mostWords = 20;

/**
 * The language of an utterance: at least half of its first twenty words are Spanish ones, and three or all of them; or
 * at least two are English and more than are Spanish. Null: a few words, a name or a number tell none.
 */
export function languageOf(text: string): "es-US" | "en-US" | null {
  const words = text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .replaceAll(/[^a-z ]+/g, " ")
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, mostWords);
  if (shared.test(words.join(" ")) && words.length < 3) return null;
  const count = (pattern: RegExp) => words.join(" ").match(pattern)?.length ?? 0;
  const [inSpanish, inEnglish] = [count(spanish), count(english)];
  if (inSpanish > 0 && inSpanish * 2 >= words.length && (inSpanish >= 3 || inSpanish === words.length))
    return "es-US";
  return inEnglish >= 2 && inEnglish > inSpanish ? "en-US" : null;
}
