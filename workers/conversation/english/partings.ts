/** How a call is handed on or ends, in English: a person, a call back, goodbye. */
import type { Wordings } from "./sayings.ts";

/** The whole of an utterance that takes leave once nothing is wanted any more. */
export const takesLeave =
  /^(no |nope |ok |okay |great |perfect |alright |all right |good |thanks |thank you |so |well )*(thats|that is|that was|that will be|thatll be) (all|it|everything)( i needed| i need| for now| then| thanks| thank you| for today)*$/i;

export const silenceGoodbye: Wordings = [
  "I can't hear you, so I'll hang up now; please call again any time. Goodbye.",
  "It seems the line is silent, so I'll let you go; call us back whenever you like. Goodbye.",
  "I don't hear anyone, so I'll end the call; we're happy to hear from you again. Goodbye.",
];

export const silenceCallBack: Wordings = [
  "I can't hear you, so I'll hang up now and have someone call you back. Goodbye.",
  "It seems the line is bad; someone will call you back. Goodbye.",
  "I don't hear anyone, so I'll have someone call you back. Goodbye.",
];

export const abuseGoodbye: Wordings = [
  "I'd like to help, but I'll end the call here. Goodbye.",
  "I'm going to hang up now; please call again any time. Goodbye.",
  "Let's stop here for today. Goodbye.",
];

export const wrongNumber: Wordings = [
  "No problem at all. Goodbye.",
  "That's quite all right. Goodbye.",
  "No harm done. Goodbye.",
];

export const stopCalling: Wordings = [
  "I'm taking your number off our list right now. Goodbye.",
  "Of course, I'm removing your number from our list now. Goodbye.",
  "Understood, you won't get any more calls from us. Goodbye.",
];

export const offerCallBack: Wordings = [
  "Shall I have someone call you back?",
  "Would you like someone to call you back?",
  "Can we call you back about it?",
];

/** When someone is to call; "any time" is an answer, too. */
export const whenToCall: Wordings = [
  "When should we call you back?",
  "What day and time suit you for our call?",
  "When would be a good time to call you?",
];

/** What was not understood as a time: once more, with an example. */
export const whenToCallAgain: Wordings = [
  "I didn't catch the time. When should we call: tomorrow at ten, say, or at any time?",
  "Sorry, which day and time should we call? Any time is fine, too.",
  "Could you give me a day and a time, or just say any time?",
];

/** A message is kept with the time at which someone calls. */
export const callsAt = (slot: string): Wordings => [
  `I've passed that on, and someone will call you ${slot}.`,
  `That's on its way; someone will call you ${slot}.`,
  `I've passed that along, and you'll get a call ${slot}.`,
];

/** Whether the answer to "when should we call" leaves the time to us. */
export const anyTimeToCall =
  /\b(any ?time|when ?ever|as soon as|asap|soon|no matter|doesn'?t matter|don'?t (care|mind)|you choose|up to you|right away|right now|now)\b/i;

/** The end of the last ladder. */
export const cannotHelp: Wordings = [
  "I'm sorry, I can't sort this out here; please call again any time. Goodbye.",
  "I'm afraid I can't help any further right now; please try us again. Goodbye.",
  "I'm sorry, that's as far as I can take this; please call us again. Goodbye.",
];

/** No person can be reached from here; the reason is unknown, so none is given. */
export const nobodyHere: Wordings = [
  "I can't put you through from here, I'm sorry.",
  "I'm afraid I can't connect you from here.",
  "There's no way to put you through on this line, sorry.",
];

export const transferFailed: Wordings = [
  "I'm sorry, no one is picking up.",
  "I couldn't get anyone on the line, I'm sorry.",
  "No one's answering there right now, sorry.",
];

/** Every wording of what must be said is used up. */
export const outOfWords: Wordings = [
  "We're going around in circles, so I'll stop here; please call us again. Goodbye.",
  "I don't think I can get any further today; please try us again. Goodbye.",
  "Let's leave it there for today. Goodbye.",
];

/** A transfer that begins now. */
export function puttingThrough(to: string): Wordings {
  return [
    `I'll put you through to ${to}.`,
    `One moment, I'm connecting you with ${to}.`,
    `Let me put you through to ${to}.`,
  ];
}

/** Nothing answers the question; a person may. */
export function unknownTransfer(to: string): Wordings {
  return [
    `I don't know that one. Shall I put you through to ${to}?`,
    `I can't answer that one myself. Would you like to speak with ${to}?`,
    `That's one I don't know. Should I connect you with ${to}?`,
  ];
}

/** Asks whether the caller wants a person. */
export function offerTransfer(to: string): Wordings {
  return [
    `Shall I put you through to ${to}?`,
    `Would you like to speak with ${to}?`,
    `Should I connect you with ${to}?`,
  ];
}

/** "Goodbye", with what was agreed first. Empty strings stand for nothing agreed and no name known. */
export function goodbye(agreed: string, first_name: string): Wordings {
  const name = first_name ? `, ${first_name}` : "";
  if (agreed) return [`${agreed}. Goodbye${name}.`, `${agreed}. Take care${name}.`, `${agreed}. Bye${name}.`];
  return [
    `Thanks for your time${name}, goodbye.`,
    `Thank you${name}, and goodbye.`,
    `Goodbye${name}, and take care.`,
  ];
}
