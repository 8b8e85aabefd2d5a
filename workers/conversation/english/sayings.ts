/** What the agent says in English besides asking and booking; every prompt in at least three wordings, so that no two turns sound alike. */

/** At least three ways to say one thing; the type holds every prompt to it. */
export type Wordings = readonly [string, string, string, ...string[]];

export const howCanIHelp: Wordings = [
  "How can I help?",
  "What can I do for you?",
  "How may I help you today?",
  "What would you like to do?",
];

export const anythingElse: Wordings = [
  "Is there anything else?",
  "Can I help with anything else?",
  "Anything else I can do for you?",
  "Was there anything else?",
];

export const stillThere: Wordings = [
  "Are you still there?",
  "Hello, can you hear me?",
  "Are you there?",
  "Can you still hear me?",
];

/** For a caller who only wants to know whether the line is open. */
export const iAmHere: Wordings = ["Yes, I'm here.", "I'm here, yes.", "I'm still here."];

export const notCaught: Wordings = [
  "Sorry, I didn't catch that.",
  "I'm sorry, I couldn't hear that.",
  "Sorry, that didn't come through.",
  "I missed that, sorry.",
];

export const notUnderstood: Wordings = [
  "Sorry, I didn't follow.",
  "I'm sorry, I didn't get that.",
  "Sorry, I'm not sure what you mean.",
  "Sorry, I couldn't follow that.",
];

export const lineBack: Wordings = [
  "Sorry about that, please go on.",
  "Sorry, the line dropped for a moment.",
  "I'm back, sorry for the interruption.",
];

export const takeYourTime: Wordings = [
  "Take your time.",
  "Of course, no rush.",
  "Sure, I'll wait.",
  "No hurry.",
];

export const oneMoment: Wordings = ["One moment, please.", "Just a second.", "I'm on it, one moment."];

export const goOn: Wordings = ["Yes?", "Go on?", "And the rest?", "And then?"];

export const youAreWelcome: Wordings = ["You're welcome.", "My pleasure.", "Glad to help."];

/** One word of sympathy, once in a call. */
export const sympathy: Wordings = [
  "I'm sorry to hear that.",
  "Oh, I'm sorry about that.",
  "Sorry to hear it.",
];

/** Hurt, breakage and loss that a caller mentions; one word of sympathy is due, once. */
export const sympathyDue =
  /\b(hurts?|hurting|pains?|painful|aches?|aching|toothache|broke|broken|chipped|cracked|swollen|bleeding|accident|injured|died|passed away|flood(ed)?|leak(s|ing)?|burst|came off|fell (out|off)|knocked out)\b/i;

/** Sounds of listening, which are no answer when they are said over the agent's words. */
export const listening = /^(m+( ?h+m+)?|uh ?huh)( (m+( ?h+m+)?|uh ?huh))*$/i;

export const calm: Wordings = [
  "I understand this is frustrating, and I'd like to help.",
  "I'm sorry this isn't going well.",
  "I hear you, and I'm sorry.",
];

export const unknownCallBack: Wordings = [
  "I don't know that one; I'll have someone call you about it.",
  "I can't answer that one myself, so I'll have someone call you about it.",
  "That's one I don't know; someone will call you about it.",
  "I don't have the answer to that, so someone will get back to you.",
  "I'd have to pass that one on; you'll get a call about it.",
  "I'm not sure about that one; one of the team will call you.",
];

/** The same to a caller whose number is not known: a number is asked for next. */
export const unknownPossible: Wordings = [
  "I don't know that one, but someone can call you about it.",
  "I can't answer that one myself, but one of the team can call you back.",
  "That's one I don't know; a colleague can call you about it.",
  "I don't have the answer to that, but someone can get back to you.",
];

/** What existing appointments are about is known to people only. */
export const cannotLookUp: Readonly<Record<"promised" | "possible" | "no", Wordings>> = {
  promised: [
    "I can't look up appointments from here, so I'll have someone call you about it.",
    "I can't see existing appointments; one of the team will call you about yours.",
    "I can't see that one myself, so someone will call you about it.",
  ],
  possible: [
    "I can't look up appointments from here, but someone can call you about it.",
    "I can't see existing appointments, but one of the team can call you about yours.",
    "I can't see that one myself, but a colleague can call you about it.",
  ],
  no: [
    "I'm sorry, I can't look up appointments from here.",
    "I can't see existing appointments myself, I'm sorry.",
    "Sorry, I don't have access to existing appointments.",
  ],
};

/** Before a person is offered, when a question led nowhere several times. */
export const noFurther: Wordings = [
  "I don't think I'm being much help here.",
  "I'm afraid I'm not getting this right.",
  "This isn't getting us anywhere, I'm sorry.",
];

/** A caller who wants to hear the same once more: "when was that again?" */
export const wantsAgain = /\b(again|once more|one more time|repeat|remind me)\b/i;

/** The same, when what is asked was answered already. */
export const allIKnow: Wordings = [
  "I'm afraid that's all I know about it.",
  "I can't tell you more than that myself.",
  "That's all I have on it, I'm afraid.",
];

/** Before the same words about another question. */
export const unknownLead: Wordings = ["Same with that one: ", "I'm sorry, same answer: ", "That one too: "];

/** For a caller who announces a question before asking it. */
export const goAhead: Wordings = [
  "Of course, what would you like to know?",
  "Sure, what is it?",
  "Go ahead, what's the question?",
];

export const unknownNoted: Wordings = [
  "I don't know that one, but I've written the question down.",
  "I can't answer that myself, so I've noted it for the team.",
  "That's one I don't know; I've passed the question on.",
  "I don't have the answer to that, but the team has the question now.",
  "I'm not sure about that one; I've written it down for the team.",
];

export const nothingBooked: Wordings = [
  "All right, I won't book anything.",
  "No problem, nothing is booked.",
  "Okay, I haven't booked anything.",
];

export const dropped: Wordings = [
  "All right, never mind.",
  "No problem, we'll leave that.",
  "Okay, we'll drop that.",
];

export const askMessage: Wordings = [
  "What should I pass on?",
  "What would you like me to pass on?",
  "What's the message?",
];

/** A message that the caller's own words have given already. */
export const passedOn: Wordings = [
  "I'll pass that on.",
  "I'll see that they hear it.",
  "I'll take that down for them.",
];

export const offerMessage: Wordings = [
  "Shall I pass that on as a message?",
  "Would you like me to take that down as a message?",
  "May I take that as a message?",
];

/** The number on which the caller can be called back: the one on the line, one that they gave, or none. */
export type Reach = "calling_from" | "given" | "none";

const taken: Readonly<Record<Reach, Wordings>> = {
  calling_from: [
    "I've passed that on, and someone will call you back at this number.",
    "That's on its way; someone will call you at the number you're calling from.",
    "I've passed that along, and you'll get a call at this number.",
  ],
  given: [
    "I've passed that on, and someone will call you back at the number you gave me.",
    "That's on its way; someone will call you at that number.",
    "I've passed that along, and you'll get a call at the number you gave.",
  ],
  none: ["I've passed that on.", "That's on its way to the team.", "I've passed that along to the team."],
};

/**
 * What is said of a message that was left: a call is promised where one was asked for and a number is known.
 * @param call_back whether the message is kept as a call back
 */
export const messageTaken = (call_back: boolean, reach: Reach): Wordings => taken[call_back ? reach : "none"];

export const leadSaved: Wordings = [
  "I've passed everything on to the team.",
  "That's all saved and on its way to the team.",
  "The team has it all now.",
];

export const notSaved: Wordings = [
  "I'm sorry, I couldn't save that just now.",
  "Something went wrong and that isn't saved, I'm sorry.",
  "I'm afraid saving that didn't work.",
];

export const cannotChange: Wordings = [
  "I can't change an existing appointment myself, but someone can call you back about it.",
  "My colleagues handle changes to existing appointments; I'll take it down for them.",
  "My colleagues look after existing appointments, so I'll pass it on.",
];

export const cannotBook: Wordings = [
  "I can't book that myself, but I can pass it on.",
  "Booking isn't something I can do here, but I'll take it down.",
  "My colleagues handle booking; I'll pass it on to them.",
];

/** "I'm the automated assistant…": the truth, in words that fit both "are you a robot" and "are you a person". */
export function robot(organization: string): Wordings {
  return [
    `I'm an automated assistant for ${organization}.`,
    `You're talking with the automated assistant at ${organization}, not a person.`,
    `I'm not a person; I'm the automated assistant at ${organization}.`,
  ];
}

/** The first words of a call that we make. */
export function introduction(organization: string): Wordings {
  return [
    `Hello, this is ${organization} calling.`,
    `Hi, I'm calling from ${organization}.`,
    `Hi, this is ${organization}.`,
  ];
}

/** What people say who want nothing of a call that they did not make. */
export const notInterested =
  /\b(not interested|no interest|no,? thank(s| you)|(don't|dont|do not) (need|want) (it|any|anything|that|this|one)|no need)\b/i;

/** "Is this Brightsmile?" */
export function thisIs(organization: string): Wordings {
  return [
    `This is ${organization}.`,
    `You've reached ${organization}.`,
    `You're speaking with ${organization}.`,
  ];
}

/** What the agent can do, as a question of at most three choices. */
export function offerTasks(tasks: readonly string[]): Wordings {
  const last = tasks[tasks.length - 1] ?? "";
  const list = tasks.length > 1 ? `${tasks.slice(0, -1).join(", ")} or ${last}` : last;
  return [
    `I can ${list}; which would you like?`,
    `Would you like me to ${list}?`,
    `I can ${list}; what would you like me to do?`,
  ];
}

export const offerBooking: Wordings = [
  "Would you like to book an appointment?",
  "Shall I find you an appointment?",
  "Should we make an appointment for that?",
];

/** Asks whether an unsure value was heard right. */
export function wasThat(value: string): Wordings {
  return [`Was that ${value}?`, `Did I hear ${value}?`, `I heard ${value}; is that right?`];
}

/** How answers come back when the same one is asked for again. */
export const asISaid: Wordings = ["As I said: ", "Again: ", "Once more: ", "Like I said: ", "To repeat: "];

/** One of them, or several, before what was said already. */
export const leadOfRepeat = /^((as|like) I said: |again: |once more: |to repeat: )+/i;

/** How questions come back when all their wordings have been used. */
export const onceMore: Wordings = [
  "Once more: ",
  "Let me ask again: ",
  "So: ",
  "Back to my question: ",
  "To come back to it: ",
  "One more try: ",
];
