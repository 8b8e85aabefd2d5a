/** What the sandbox's model says, in both languages, and what its own last question makes of the caller's next words. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { labelSaid } from "#workers/conversation/english/questions.ts";

export type Tongue = "en" | "es";

/** The questions: the caller's next words answer the last of them. */
const asks = {
  when: ["Which day and time would suit you?", "¿Qué día y hora le conviene?"],
  half: ["Is that in the morning or in the evening?", "¿Por la mañana o por la tarde?"],
  offer: ["Does one of those work for you?", "¿Le conviene alguna?"],
  which_time: ["Which of them:", "¿Cuál de ellas:"],
  only: ["Does that work for you?", "¿Le conviene?"],
  name: ["May I have your name?", "¿Me da su nombre, por favor?"],
  full_name: ["Which full name is it under?", "¿A qué nombre completo está?"],
  phone: ["What's the best number to reach you?", "¿A qué número le podemos llamar?"],
  made_with: ["Which phone number was it made with?", "¿Con qué número se hizo?"],
  email: ["What's your email address?", "¿Cuál es su correo electrónico?"],
  which: ["Which one do you mean?", "¿A cuál se refiere?"],
  change: [
    "What should I change: the day, the time, or the name?",
    "¿Qué cambio: el día, la hora o el nombre?",
  ],
  message: ["What should I pass on?", "¿Qué mensaje quiere dejar?"],
  offer_message: ["Would you like to leave a message?", "¿Quiere dejar un mensaje?"],
  more: ["Is there anything else?", "¿Algo más?"],
  help: ["How can I help you?", "¿En qué le puedo ayudar?"],
} as const;
export type Ask = keyof typeof asks;

const told = {
  sure: ["Sure.", "Claro."],
  great: ["Great.", "Perfecto."],
  fine: ["All right.", "Muy bien."],
  hello: ["Hello!", "¡Hola!"],
  welcome: ["You're welcome.", "De nada."],
  well: ["I'm doing well, thank you.", "Muy bien, gracias."],
  robot: ["Yes, I'm an AI assistant.", "Sí, soy un asistente de inteligencia artificial."],
  secret: ["I'm an AI assistant, and I can't share that.", "Soy un asistente, y eso no lo puedo compartir."],
  wait: ["Of course, take your time.", "Claro, con calma."],
  unknown: ["I'm sorry, I don't know that.", "Lo siento, no lo sé."],
  unknown_again: ["I don't have that here either, I'm sorry.", "Eso tampoco lo sé, lo siento."],
  missed: ["Sorry, I didn't catch that.", "Perdón, no le entendí."],
  dropped: ["All right, then we leave it.", "Muy bien, entonces lo dejamos."],
  nothing_free: ["I find no free time there.", "No encuentro nada libre entonces."],
  none_found: [
    "I see no appointment under that name and number.",
    "No veo ninguna cita con ese nombre y número.",
  ],
  passed_on: ["I've passed that on.", "He pasado su mensaje."],
  lost: ["I'm sorry, that time was taken just now.", "Lo siento, esa hora se acaba de ocupar."],
  no_line: ["Sorry, no one picked up.", "Lo siento, no contestan."],
  no_booking: [
    "I can't make appointments here, but I can pass it on.",
    "Aquí no hago citas, pero lo puedo pasar.",
  ],
  not_here: ["I'm sorry, I can't do that here.", "Lo siento, eso no lo puedo hacer aquí."],
  uncertain: ["I'm sorry, I can't say that for certain.", "Lo siento, no se lo puedo asegurar."],
  not_saved: ["I'm sorry, that didn't work.", "Lo siento, no funcionó."],
  to_message: ["Let me take a message instead.", "Mejor le tomo un mensaje."],
  through: ["Of course. I'll put you through.", "Claro. Le comunico."],
  have_all: ["Thank you, I have all I need.", "Gracias, tengo todo lo que necesito."],
  english_only: ["I'm sorry, I only speak English.", "I'm sorry, I only speak English."],
  goodbye: ["Thanks for calling. Goodbye.", "Gracias por llamar. Adiós."],
} as const;
export type Told = keyof typeof told;

/** Whether a line says it, in either language. */
export const says = (line: string, what: Told): boolean => told[what].some((text) => line.includes(text));

const at = { en: 0, es: 1 } as const;
export const saying = (what: Told, tongue: Tongue): string => told[what][at[tongue]];
export const question = (what: Ask, tongue: Tongue): string => asks[what][at[tongue]];

/** A list as it is said: "A, B, or C". */
export const listed = (all: readonly string[], tongue: Tongue): string => {
  const joint = tongue === "es" ? "o" : "or";
  if (all.length < 3) return all.join(tongue === "es" ? " o " : ", or ");
  return `${all.slice(0, -1).join(", ")}, ${joint} ${all.at(-1)}`;
};

/** More are too many to keep in mind. */
const mostListed = 5;
export function kindQuestion(kinds: readonly string[], tongue: Tongue): string {
  const some = kinds.slice(0, mostListed);
  const rest = kinds.length > mostListed ? [tongue === "es" ? "otra cosa" : "something else"] : [];
  const all = listed([...some, ...rest], tongue);
  return tongue === "es" ? `¿Para qué es: ${all}?` : `What is it for: ${all}?`;
}
const kindAsked = ["What is it for:", "¿Para qué es:"];

export function fieldQuestion({ type, label, options }: AgentField, tongue: Tongue): string {
  if (type === "name" || type === "phone" || type === "email") return question(type, tongue);
  const said = labelSaid(label);
  const names = listed(
    options.slice(0, mostListed).map(({ name }) => name),
    tongue,
  );
  if (type === "choice")
    return tongue === "es" ? `En cuanto a ${said}, ¿cuál: ${names}?` : `For ${said}, which is it: ${names}?`;
  if (type === "yes_no")
    return tongue === "es" ? `En cuanto a ${said}, ¿sí o no?` : `About ${said}: is that a yes or a no?`;
  return tongue === "es" ? `¿Qué anoto para ${said}?` : `What should I put down for ${said}?`;
}

/** What a line of the agent's asked last: a question of ours, the kind, or a field by its id; null: none of these. */
export function askedIn(
  line: string,
  fields: readonly AgentField[],
): Ask | "kind" | { field: string } | null {
  const found: { at: number; is: Ask | "kind" | { field: string } }[] = [];
  const look = (text: string, is: Ask | "kind" | { field: string }) => {
    const where = line.lastIndexOf(text);
    if (where !== -1) found.push({ at: where, is });
  };
  for (const [name, texts] of Object.entries(asks)) {
    const is = askNames.find((one) => one === name);
    if (is) for (const text of texts) look(text, is);
  }
  for (const text of kindAsked) look(text, "kind");
  for (const field of fields)
    if (!["name", "phone", "email"].includes(field.type))
      for (const tongue of ["en", "es"] as const) look(fieldQuestion(field, tongue), { field: field.id });
  return found.sort((a, b) => b.at - a.at)[0]?.is ?? null;
}
const askNames: readonly Ask[] = [
  "when",
  "half",
  "offer",
  "which_time",
  "only",
  "name",
  "full_name",
  "phone",
  "made_with",
  "email",
  "which",
  "change",
  "message",
  "offer_message",
  "more",
  "help",
];
