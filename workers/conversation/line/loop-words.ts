/** The few words of the turn loop itself, for every brain, and notes and actions as sentences of a script. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Action, Language, Note, Outcome } from "./conversation.ts";

const english = {
  opted_out: "All right. We won't call this number again. Goodbye.",
  max_duration: "I'm sorry, we've run out of time on this call. Please call us again. Goodbye.",
  max_words: "I'm sorry, we've talked about more than I can keep in one call. Please call us again. Goodbye.",
  keys_storm: "I'm sorry, too many keys were pressed. Please call us again. Goodbye.",
  looping: "I'm sorry, we're going in circles. Please call us again and ask for a person. Goodbye.",
  stopped: "I'm sorry, I have to end this call now. Goodbye.",
  connecting: "One moment, please. I'm connecting you.",
  not_recorded: "All right, this call isn't being recorded anymore. How can I help?",
  silence: "I can't hear you anymore, so I'll say goodbye for now. Please call again any time.",
  not_caught: "I'm sorry, I lost that. Could you say it again?",
  too_many: "I'm sorry, this takes longer than it should. Is there anything else I can help with?",
  failed: "I'm sorry, something is wrong on our side. Please call again in a little while. Goodbye.",
};

const spanish: typeof english = {
  opted_out: "De acuerdo. No volveremos a llamar a este número. Adiós.",
  max_duration: "Lo siento, se nos acabó el tiempo de esta llamada. Por favor, llámenos otra vez. Adiós.",
  max_words:
    "Lo siento, hemos hablado de más cosas de las que puedo guardar en una llamada. Por favor, llámenos otra vez. Adiós.",
  keys_storm: "Lo siento, se marcaron demasiadas teclas. Por favor, llámenos otra vez. Adiós.",
  looping:
    "Lo siento, estamos dando vueltas. Por favor, llámenos otra vez y pida hablar con una persona. Adiós.",
  stopped: "Lo siento, tengo que terminar la llamada. Adiós.",
  connecting: "Un momento, por favor. Le comunico.",
  not_recorded: "De acuerdo, esta llamada ya no se graba. ¿En qué le puedo ayudar?",
  silence: "Ya no le oigo, así que me despido por ahora. Llámenos cuando quiera.",
  not_caught: "Perdón, no lo oí bien. ¿Me lo puede repetir?",
  too_many: "Perdón, esto tarda más de lo debido. ¿Le puedo ayudar en algo más?",
  failed: "Lo siento, tenemos un problema de nuestro lado. Por favor, llame dentro de un rato. Adiós.",
};

/** What the loop itself says, in the language that is spoken. */
export const loopWords = (language: Language): typeof english => (language === "es-US" ? spanish : english);

const fillers: Record<Language, readonly [string, ...string[]]> = {
  "en-US": ["One moment, please.", "Just a second.", "Bear with me for a moment."],
  "es-US": ["Un momento, por favor.", "Un segundo.", "Déjeme verlo."],
};

/** A filler that bridges a slow action or a slow model; a different one in every turn. */
export const fillerFor = (turn: number, language: Language): string => {
  const ours = fillers[language];
  return ours[turn % ours.length] ?? ours[0];
};

/** What the agent says while one of its own tools is asked; empty: nothing. */
export const toolFiller = (action: Action, { tools }: Pick<AgentSpec, "tools">): string =>
  (action.type === "call_webhook" && tools.find(({ name }) => name === action.tool)?.filler) || "";

const heldBack = {
  not_done: "Not said, because it hasn't been done",
  unknown_figure: "Not said, because the figure has no source",
  too_long: "Not said, because the answer was too long",
} as const;

/** How a model failed, after its name. */
const modelFailed: Record<string, string> = {
  unauthorized: "has no key that works",
  rate_limited: "refused because of its limits",
  rejected: "could not take the request",
  unavailable: "could not be reached",
  timeout: "took too long to begin",
  cut: "broke off",
  malformed: "gave an answer that can't be read",
  refused: "refused to answer",
  empty: "gave an empty answer",
  too_long: "gave an endless answer",
};

/** A note as one short sentence. */
export function noteSaid(note: Note): string {
  switch (note.type) {
    case "checked_calendar":
      return note.text;
    case "answered_from":
      return `Answered from “${note.title}”`;
    case "filled_in":
      return `Filled in: ${note.fields.join(", ")}`;
    case "no_answer":
      return `No answer for “${note.question}”`;
    case "held_back":
      return `${heldBack[note.reason]}: “${note.text}”`;
    case "model_failed":
      return `${note.model} ${modelFailed[note.fault] ?? "gave no answer"}`;
    case "taken_over":
      return "No language model answered, so the built-in agent went on";
    case "model_answered":
      return `${note.model} answered`;
  }
}

type Deed = Action["type"] | "call_back";

const attempts: Record<Deed, string> = {
  book: "Booking the appointment",
  save_lead: "Saving the details",
  take_message: "Taking the message",
  call_back: "Noting the callback",
  note_question: "Noting the question",
  search_knowledge: "Looking it up",
  find_appointments: "Looking for the caller's appointments",
  move_appointment: "Moving the appointment",
  cancel_appointment: "Cancelling the appointment",
  look_up_contact: "Looking up the caller",
  call_webhook: "Asking your system",
  send_sms: "Sending a text",
  transfer: "Transferring the call",
  opt_out: "Adding the number to the do-not-call list",
  end: "Ending the call",
};

const done: Record<Deed, string> = {
  book: "Booked the appointment",
  save_lead: "Saved the details",
  take_message: "Took a message",
  call_back: "Noted a callback",
  note_question: "Noted the question",
  search_knowledge: "Looked it up",
  find_appointments: "Looked for the caller's appointments",
  move_appointment: "Moved the appointment",
  cancel_appointment: "Cancelled the appointment",
  look_up_contact: "Looked up the caller",
  call_webhook: "Asked your system",
  send_sms: "Sent a text",
  transfer: "Transferred the call",
  opt_out: "Added the number to the do-not-call list",
  end: "Ended the call",
};

const failed: Record<Deed, string> = {
  book: "Couldn't book the appointment",
  save_lead: "Couldn't save the details",
  take_message: "Couldn't take the message",
  call_back: "Couldn't note the callback",
  note_question: "Couldn't note the question",
  search_knowledge: "Couldn't look it up",
  find_appointments: "Couldn't look for the caller's appointments",
  move_appointment: "Couldn't move the appointment",
  cancel_appointment: "Couldn't cancel the appointment",
  look_up_contact: "Couldn't look up the caller",
  call_webhook: "Couldn't ask your system",
  send_sms: "Couldn't send the text",
  transfer: "Tried to transfer the call",
  opt_out: "Couldn't add the number to the do-not-call list",
  end: "Couldn't end the call",
};

/** An action as one short sentence; `outcome` null while it is not known. */
export function actionSaid(action: Action, outcome: Outcome | null): string {
  const type = action.type === "take_message" && action.call_back ? "call_back" : action.type;
  if (outcome === null) return attempts[type];
  if (outcome.ok) return done[type];
  if (outcome.reason === "slot_taken") return "Someone else just took that time";
  if (outcome.reason === "not_bookable" && type === "book") return "That time couldn't be booked";
  return outcome.why === undefined ? failed[type] : `${failed[type]}: ${outcome.why}`;
}
