/** Spanish of the desk: what code says where it, and no model, looks after a caller. */
import type { DangerKind } from "#workers/conversation/english/dangers.ts";
import { unaccented, wordsOnly } from "./plain.ts";

export const trouble = "Disculpe, en este momento tengo un problema técnico.";
export const puttingThrough = (name: string): string =>
  `Le comunico ahora con ${name}. Un momento, por favor.`;
export const notReached = "Lo siento, ahora mismo no contesta nadie.";
export const noOne = "Lo siento, ahora mismo no le puedo comunicar con nadie.";
export const callAgain = "Por favor, llámenos otra vez más tarde. Adiós.";
export const askName = "¿Me dice su nombre, por favor?";
export const askNameAgain = "Perdón, ¿cuál es su nombre?";
export const askNumber = "¿A qué número le podemos llamar?";
export const askNumberAgain =
  "Perdón, ¿me repite el número, dígito por dígito? También lo puede marcar en el teclado.";
export const askMessage = "¿Qué mensaje le dejo al equipo?";
export const takeMessage = "Puedo dejarle un mensaje al equipo para que le llamen.";
export const messageTaken = "Gracias, le pasé su mensaje al equipo.";
export const willCall = "Le llamarán lo antes posible.";
export const messageLost = "Lo siento, no pude guardar su mensaje.";
export const goodbye = "Gracias por llamar. Adiós.";
export const anythingElse = "¿Le puedo ayudar en algo más?";
export const allRight = "De acuerdo.";
export const optedOut = "De acuerdo. No volveremos a llamar a este número. Adiós.";
export const stillThere = "¿Sigue ahí?";
export const lineBack = "Perdón, se cortó un momento.";
export const offerPerson = (name: string): string => `¿Quiere que le comunique con ${name}?`;
export const offerUrgent = "¿Quiere que le deje un mensaje urgente al equipo para que le llamen?";

/** The number to call, as it is said, by ISO 3166 country; 112 works in all of the European Union. */
const numbers: Readonly<Record<string, string>> = {
  US: "nueve uno uno",
  CA: "nueve uno uno",
  MX: "nueve uno uno",
  GB: "nueve nueve nueve",
  IE: "nueve nueve nueve",
  AU: "cero cero cero",
  NZ: "uno uno uno",
};
/** Lines for people who think of ending their life: 988lifeline.org, 988.ca. */
const lines: Readonly<Record<string, string>> = { US: "nueve ocho ocho", CA: "nueve ocho ocho" };

/** What to do first, said at once. @param own the agent's own words for an emergency */
export function dangerSaid(kind: DangerKind, country: string, own: string | null): string {
  const number = numbers[country] ?? "uno uno dos";
  const line = lines[country];
  const call = `Si es una emergencia, cuelgue y llame ahora al ${number}.`;
  switch (kind) {
    case "help":
      return own ?? call;
    case "leave":
      return `Primero salgan todos de ahí. ${own ?? `Después llame al ${number} desde un lugar seguro.`}`;
    case "mind":
      if (line === undefined) return own ?? call;
      return `${own ?? "Lo siento mucho."} Por favor, llame ahora al ${line}, a cualquier hora, o al ${number} si está en peligro.`;
    case "animal":
      return own ?? "No espere, por favor: vaya ahora al hospital veterinario de urgencias más cercano.";
  }
}

const begins =
  /^(?:(?:si|claro|bueno|hola|pues|eh|este|ok|por favor|gracias|con gusto)[ ,.]+)*(?:(?:yo )?(?:me llamo|soy|mi nombre es|habla|le habla|a nombre de|es)\s+)?/;
const endings = [" por favor", " gracias", " para servirle", " a sus ordenes"];
const noName = /^(?:no|si|que|como|cual|quien|quiero|necesito|cuando|donde|por que|perdon|mande|bueno)\b/;

/** The name that answers "your name?": up to five words; null: none. */
export function nameIn(text: string): string | null {
  const plain = unaccented(text.trim().replaceAll(/\s+/g, " ").slice(0, 200));
  // Without accents a text has as many letters, so what is cut there is cut from the caller's own words.
  const own = text.trim().replaceAll(/\s+/g, " ").slice(0, 200).normalize("NFC");
  if (plain.length !== own.length) return null;
  const from = begins.exec(plain)?.[0].length ?? 0;
  const said = own
    .slice(from)
    .replaceAll(/[^\p{L}\p{M}'’ -]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const ending = endings.find((one) => unaccented(said).endsWith(one)) ?? "";
  const name = said.slice(0, said.length - ending.length);
  const count = name.split(" ").length;
  return name === "" || count > 5 || noName.test(unaccented(name)) ? null : capitals(name);
}

/** Speech often comes without capitals. */
const capitals = (name: string): string =>
  name === name.toLowerCase()
    ? name.replaceAll(/(?<=^|[ -])(?!de\b|del\b|la\b|las\b|los\b|y\b)\p{L}/gu, (letter) =>
        letter.toUpperCase(),
      )
    : name;

const takesLeave =
  /^(?:(?:no|nada|gracias|muchas|eso|es|todo|asi|esta|bien|ya|adios|hasta|luego|bueno|por|ahora|mas)(?: |$))+$/;

/** Whether an answer to "anything else?" ends the talk. */
export const isLeave = (text: string): boolean => takesLeave.test(wordsOnly(text));

/** Whether an offer is accepted, whatever else is said with it; null: neither. */
export function agrees(text: string): "yes" | "no" | null {
  const words = wordsOnly(text);
  if (/^(?:no|todavia no|mejor no)\b/.test(words)) return "no";
  return /^(?:(?:si|claro|por favor|bueno|de acuerdo|ok|okay|vale|adelante|esta bien|hagalo)\b)/.test(words)
    ? "yes"
    : null;
}
