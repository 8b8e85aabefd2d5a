/** How it sounds when a caller speaks another language than English, and what is answered. */
import type { Wordings } from "./sayings.ts";

/** Everyday words of the languages heard most, none of which is English. */
const others = new Set(
  `hola buenos buenas dias días tardes quiero quisiera necesito una cita por favor para con habla hablan hablas usted español espanol gracias mañana manana hoy
lunes martes miércoles miercoles jueves viernes puedo tengo estoy alguien dentista pero cuanto cuánto cuesta ustedes señor señora qué cómo como está
bonjour bonsoir je voudrais rendez vous est ce que parlez parle français francais merci plait plaît demain avec nous suis oui votre quelqu'un besoin
guten tag ich möchte mochte einen eine termin bitte sprechen sprichst sie deutsch danke und nicht haben kann jemand hätte brauche
olá ola gostaria quero uma consulta marcar obrigado obrigada você voce fala falam português portugues amanhã preciso
buongiorno vorrei appuntamento parla italiano grazie domani sono ho bisogno favore`.split(/\s+/),
);
const otherScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Greek}]/gu;
const FEWEST = 2;
const ENOUGH = 0.5;

/** Whether an utterance is in another language than English. */
export function isForeign(utterance: string): boolean {
  const text = utterance.slice(0, 300).toLowerCase();
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters > 0 && (text.match(otherScripts)?.length ?? 0) / letters > ENOUGH) return true;
  const words = text.match(/[\p{L}']+/gu) ?? [];
  const foreign = words.filter((word) => others.has(word)).length;
  return foreign >= FEWEST && foreign / words.length >= ENOUGH;
}

/** Whether a question wants to know which languages are spoken here. */
export function asksForLanguage(question: string): boolean {
  return /\b(speaks?|talk|understand|in) (any )?(spanish|french|german|italian|portuguese|chinese|mandarin|cantonese|russian|arabic|hindi|korean|japanese|vietnamese|polish|tagalog|creole|other languages?|another language)\b/i.test(
    question,
  );
}

export const onlyEnglish: Wordings = [
  "I'm sorry, I only speak English.",
  "I'm afraid English is all I speak.",
  "Sorry, I can only speak English.",
];
