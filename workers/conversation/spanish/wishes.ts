/**
 * What a caller may say in Spanish that code answers and no model: no more calls, danger, a person. The phrases are whole
 * ones, because they are looked for in every call, whatever its language.
 */
import type { DangerKind } from "#workers/conversation/english/dangers.ts";
import { wordsOnly } from "./plain.ts";

const longest = 2000;

const stops =
  /\b(?:no (?:me|nos) (?:vuelvan?|vuelvas) a (?:llamar|marcar|telefonear|contactar)|(?:ya )?no (?:me|nos) (?:llamen?|llames|marquen?|telefoneen?|contacten?)(?: mas| nunca| otra vez| de nuevo| jamas)\b|ya no (?:me|nos) (?:llamen?|llames|marquen?)|no quiero (?:que me (?:llamen|marquen|contacten)(?: mas)?\b|(?:recibir )?(?:mas|sus) llamadas)|dejen? de (?:llamar(?:me|nos)?|marcar(?:me|nos)?|molestar(?:me|nos)?)|(?:quiten|quite|saquen|saque|borren|borre|eliminen|elimine|quitenme|quiteme|saquenme|saqueme|borrenme|borreme)(?: me| mi (?:numero|nombre|telefono))?(?: \w+){0,3} (?:lista|sistema|base de datos)|no llamen? (?:mas|nunca mas|otra vez) a (?:este|mi) (?:numero|telefono)|no vuelvan? a llamar(?:me|nos)?)\b/;
/** "Don't call me before ten", "... at this number, at the other one": a wish for another time or number is none. */
const notStops =
  /\b(?:antes de|despues de|hasta (?:el|la|las|manana)|por la (?:manana|tarde|noche)|tan (?:temprano|tarde)|a (?:esta|esa) hora|hoy|al otro|al trabajo|entre semana)\b/;

/** Whether the caller asks not to be called again. */
export function isStopCalling(text: string): boolean {
  const words = wordsOnly(text.slice(0, longest));
  return stops.test(words) && !notStops.test(words);
}

const who = "(?:mi|su|el|la|un|una|este|esta|nuestro|nuestra)(?: \\w+){1,2}";
const dangers: Readonly<Record<DangerKind, RegExp>> = {
  mind: /\b(?:me quiero (?:morir|matar)|quiero (?:morirme|matarme|suicidarme|quitarme la vida|acabar con (?:mi vida|todo))|me voy a (?:matar|suicidar|quitar la vida)|ya no quiero (?:vivir|seguir viviendo)|(?:pienso|pensando|pensado) en (?:suicidarme|matarme|el suicidio|quitarme la vida)|hacerme dano)\b/,
  leave:
    /\b(?:(?:hay|tenemos|esta|huele a|olor a|fuga de|escape de) (?:un |una |mucho )?(?:incendio|fuego|humo|gas)\b|(?:se )?(?:esta|estan) (?:quemando|incendiando)|se (?:quema|incendia) (?:la|el|mi)|fuga de (?:gas|monoxido))/,
  help: new RegExp(
    [
      `\\b(?:no (?:puede|puedo|pueden) respirar|(?:ya )?no (?:esta )?respira(?:ndo)?|le cuesta (?:mucho )?respirar|me cuesta (?:mucho )?respirar|se (?:esta )?(?:ahoga|ahogando|atraganta|atragantando|asfixia|asfixiando)|me (?:estoy )?(?:ahogo|ahogando|atraganto|asfixio|asfixiando))\\b`,
      "\\b(?:se (?:desmayo|ha desmayado|desplomo)|me voy a desmayar|(?:esta|quedo|sigue) inconsciente|perdio el conocimiento|no (?:despierta|reacciona|responde|se mueve)(?: nada)?$|no (?:despierta|reacciona|se mueve)\\b)",
      "\\b(?:ataque (?:al corazon|cardiaco)|infarto|paro cardiaco|derrame cerebral|convulsion(?:es|ando)?|sobredosis|se (?:trago|tomo|bebio) (?:veneno|cloro|pastillas|lejia)|envenenad[oa]|reaccion alergica (?:grave|fuerte))\\b",
      "\\bdolor(?:es)? (?:muy )?(?:fuerte )?(?:en|de) el pecho\\b|\\bdolor de pecho\\b|\\b(?:me|le) (?:duele|aprieta)(?: mucho)? el pecho\\b",
      "\\b(?:(?:esta|estoy) (?:sangrando|desangrando)(?:se|me)?(?: mucho)?|sangr(?:a|o) (?:mucho|muchisimo)|mucha sangre|no (?:para|deja) de sangrar|(?:se|me) (?:esta|estoy) desangrando)\\b",
      "\\b(?:(?:es|tengo|tenemos|hay|esto es) una emergencia|llam(?:en|e|a) (?:a )?(?:una ambulancia|la ambulancia|los bomberos|la policia|al (?:911|nueve (?:once|uno uno)))|(?:necesito|necesitamos|manden|envien) una ambulancia|auxilio|socorro)\\b",
      "\\b(?:me|nos|lo|la) (?:esta|estan) (?:atacando|golpeando|pegando|amenazando|apunalando)|\\b(?:alguien|un hombre) (?:entro|esta entrando) (?:en|a) (?:mi|la) casa|\\b(?:tiene|trae) (?:una pistola|un arma|un cuchillo)\\b|\\bme (?:va|van) a matar\\b|\\b(?:le|me) dispararon\\b",
      `\\b${who} se (?:esta )?(?:muere|muriendo)\\b|\\b(?:me|se) (?:estoy|esta) muriendo\\b`,
    ].join("|"),
  ),
  animal:
    /\b(?:mi|el|la) (?:perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|mascota) (?:\w+ ){0,4}(?:veneno|envenen\w+|atropell\w+|convulsion\w*|no respira|no se mueve|sangra\w*)/,
};
/** "It is not an emergency", "dying of hunger": nothing is wrong. */
const noDanger =
  /\bno (?:es|tengo|hay|se trata de)(?: (?:una|ninguna|ningun|un|nada de))? (?:emergencia|urgencia|incendio|fuego|infarto|convulsion\w*)|\bmuer[eo] de (?:risa|hambre|sed|ganas|frio|calor|la pena)|\bmuriendo de (?:risa|hambre|sed|ganas|frio|calor|la pena)|\bataque al corazon hace \w+ (?:meses|anos)/;

/** The danger that an utterance tells of; null: none. */
export function dangerIn(text: string): DangerKind | null {
  const words = wordsOnly(text.slice(0, longest));
  if (noDanger.test(words)) return null;
  const kinds: readonly DangerKind[] = ["animal", "mind", "leave", "help"];
  return kinds.find((kind) => dangers[kind].test(words)) ?? null;
}

const someone =
  "(?:(?:una|otra|la) persona(?: (?:real|de verdad|humana))?|(?:un|otro|el|una|la) (?:ser )?(?:human[oa]|agente|representante|operador[a]?|recepcionista|gerente|encargad[oa]|emplead[oa]|supervisor[a]?|asesor[a]?|companer[oa])|alguien(?: (?:real|de verdad|mas|de (?:ahi|alli|la (?:oficina|clinica|tienda))))?)";
const persons = new RegExp(
  [
    `\\b(?:hablar|comunicar(?:me|nos)?|contactar|platicar) con ${someone}\\b`,
    `\\b(?:me|nos) (?:puede[ns]?|podria[ns]?) (?:pasar|comunicar|poner|transferir) con\\b`,
    "\\b(?:paseme|pasame|comuniqueme|comunicame|pongame|transfierame|paseme usted) (?:con|a)\\b",
    "\\b(?:quiero|quisiera|necesito|prefiero|deseo)(?: que me (?:atienda|conteste))? (?:a )?(?:una persona|un humano|un agente|un representante|un operador|una operadora|alguien de verdad)\\b",
    `^(?:(?:con )?${someone}|operador[a]?|representante|un agente)(?: por favor)?$`,
  ].join("|"),
);
/** "Is this a person?" asks who speaks. */
const notPerson =
  /\b(?:no (?:quiero|necesito) (?:hablar|una persona)|ya hable con|hable ayer con|usted es|eres|estoy hablando con)\b/;

/** Whether the caller wants a person. */
export function asksForPerson(text: string): boolean {
  const words = wordsOnly(text.slice(0, longest));
  return persons.test(words) && !notPerson.test(words);
}

/** Which of the agent's own words for an emergency are said, accents or none; and which of them are denied. */
export function emergencyWordsIn(
  text: string,
  emergency_words: readonly string[],
): { said: string[]; denied: string[] } {
  const heard = ` ${wordsOnly(text.slice(0, longest))} `;
  const found: { said: string[]; denied: string[] } = { said: [], denied: [] };
  for (const phrase of emergency_words) {
    const words = wordsOnly(phrase);
    const at = words === "" ? -1 : heard.indexOf(` ${words} `);
    if (at < 0) continue;
    if (isDenied(heard.slice(0, at))) found.denied.push(phrase);
    // Where both are written alike, the English readers see it, and know what "it's not an emergency" denies.
    else if (accents.test(phrase) || accents.test(text)) found.said.push(phrase);
  }
  return found;
}

const accents = /[áéíóúüñ¿¡]/i;
const between = new Set(["es", "hay", "tengo", "tiene", "un", "una"]);
const denials = new Set(["no", "sin", "ningun", "ninguna"]);

/** Whether what follows these words is denied: "no tengo una ...". */
function isDenied(before: string): boolean {
  const words = before.trim().split(" ").slice(-4).reverse();
  return denials.has(words.find((word) => !between.has(word)) ?? "");
}
