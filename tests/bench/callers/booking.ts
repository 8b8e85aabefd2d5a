/** Callers who want an appointment, in the ways in which people say so. */
import { worlds } from "../../support/conversation-worlds.ts";
import { bye, type Caller, saysAnd, turn, uses } from "./caller.ts";

const parking = "There's free parking behind the building for the first hour.";

export const booking: Caller[] = [
  {
    title: "says it all in one breath, and asks about parking",
    world: worlds.clinic,
    facts: { name: "Marta Lindqvist", when: ["next Tuesday at noon"] },
    turns: [
      turn(
        "Hi yes so my name is Marta Lindqvist and I've chipped a tooth on an olive pit, I'd need somebody to look at it next Tuesday at noon if that's possible, and is there parking?",
        saysAnd(`Ouch, I'm sorry to hear that. ${parking}`, "book_appointment", {
          when: "next Tuesday at noon",
          name: "Marta Lindqvist",
          notes: "Chipped a tooth",
        }),
      ),
      bye(),
    ],
    goal: {
      booked: [{ name: /^Marta Lindqvist$/, at: "2026-11-24 12:00" }],
      hears: [/parking/i],
      ended: "goodbye",
    },
  },
  {
    title: "tells a story, with the name in the middle of it",
    world: worlds.clinic,
    facts: { name: "Daniel Whitmore", when: ["Wednesday at ten"] },
    turns: [
      turn(
        "Well it started on Sunday at my sister's, she goes Daniel, and I'm Daniel Whitmore by the way, Daniel you can't chew like that forever, so here I am.",
        "Oh dear, that sounds uncomfortable, Daniel. Which day would suit you for an examination?",
      ),
      turn(
        "Wednesday I suppose, I'm off then.",
        uses("find_times", { when: "Wednesday" }),
        "I have {free}. Which is better?",
      ),
      turn(
        "Hm, ten would be better actually.",
        uses("book_appointment", { when: "Wednesday at ten in the morning", name: "Daniel Whitmore" }),
      ),
      bye("Nope, you've been great, bye now."),
    ],
    goal: { booked: [{ name: /^Daniel Whitmore$/, at: "2026-11-25 10:00" }] },
  },
  {
    title: "changes their mind when asked to confirm",
    world: worlds.clinic,
    facts: { name: "Priscilla Boyd", when: ["Monday at nine", "Tuesday at two"] },
    turns: [
      turn(
        "Priscilla Boyd here, a check-up Monday at nine please",
        uses("book_appointment", { when: "Monday at nine", name: "Priscilla Boyd" }),
      ),
      bye(),
    ],
    confirms: [
      turn(
        "Oh wait no, Monday's my mother. Make it Tuesday at two in the afternoon.",
        uses("book_appointment", { when: "Tuesday at two in the afternoon", name: "Priscilla Boyd" }),
      ),
    ],
    goal: { booked: [{ name: /^Priscilla Boyd$/, at: "2026-11-24 14:00" }] },
  },
  {
    title: "books for a son and says the own name first",
    world: worlds.clinic,
    facts: { name: "Leo Park", when: ["Monday at three in the afternoon"] },
    turns: [
      turn(
        "Hello, this is Susan Park. It's not for me, it's my boy, he needs somebody to look at his teeth.",
        "Of course. What's your son's name, and when could he come?",
      ),
      turn(
        "Leo. Leo Park. After school, so Monday at three in the afternoon.",
        uses("book_appointment", {
          when: "Monday at three in the afternoon",
          name: "Leo Park",
          notes: "Son of Susan Park",
        }),
      ),
      bye(),
    ],
    goal: { booked: [{ name: /^Leo Park$/, at: "2026-11-23 15:00" }] },
  },
  {
    title: "wants two appointments, for two people",
    world: worlds.clinic,
    facts: { name: "Ruth Abara", when: ["Monday at nine", "Monday at half past nine"] },
    turns: [
      turn(
        "I'm Ruth Abara, I need a check-up for me and one for my husband Paul, Monday from nine on, one after the other.",
        uses("book_appointment", { when: "Monday at nine in the morning", name: "Ruth Abara" }),
      ),
      turn(
        "Now Paul's, right after me, half past nine.",
        uses("book_appointment", { when: "Monday at half past nine", name: "Paul Abara" }),
      ),
      bye("That's both of us. Thanks!"),
    ],
    goal: {
      booked: [
        { name: /^Ruth Abara$/, at: "2026-11-23 09:00" },
        { name: /^Paul\b/, at: "2026-11-23 09:30" },
      ],
    },
  },
  {
    title: "wants a time that is taken and takes the next one",
    world: worlds.clinic,
    taken: ["2026-11-23 10:00", "2026-11-23 10:30"],
    facts: { name: "Omar Haddad", when: ["Monday at ten", "Monday at eleven"] },
    turns: [
      turn(
        "Can I get in Monday at ten?",
        uses("find_times", { when: "Monday at ten" }),
        "Ten is taken, I'm afraid. I have {free}. Does one of them suit you?",
      ),
      turn(
        "Eleven then. Omar Haddad.",
        uses("book_appointment", { when: "Monday at eleven in the morning", name: "Omar Haddad" }),
      ),
      bye(),
    ],
    goal: { booked: [{ name: /^Omar Haddad$/, at: "2026-11-23 11:00" }] },
  },
  {
    title: "knows only that it has to be after work",
    world: worlds.clinic,
    facts: { name: "Gwen Ito", when: ["Monday at five in the afternoon"] },
    turns: [
      turn(
        "I don't know, whenever, just not during work, I'm done at half past four most days.",
        "Monday, Tuesday, or another day?",
      ),
      turn(
        "Monday's fine.",
        uses("find_times", { when: "Monday at five in the afternoon" }),
        "I have {free}. Would that work?",
      ),
      turn(
        "It would. I'm Gwen Ito.",
        uses("book_appointment", { when: "Monday at five in the afternoon", name: "Gwen Ito" }),
      ),
      bye(),
    ],
    goal: { booked: [{ name: /^Gwen Ito$/, at: "2026-11-23 17:00" }] },
  },
  {
    title: "asks three things at once and then books a cleaning",
    world: worlds.practice,
    facts: { name: "Hector Ruiz", when: ["Friday at nine"], kind: "a cleaning", email: "no email" },
    turns: [
      turn(
        "Do you take Aetna, where do I park, and what's a first look going to cost me?",
        "Yes, we take Aetna. Parking is free behind the building for the first hour, and a first look is forty dollars. What else can I do for you?",
      ),
      turn(
        "Okay then a cleaning, next Friday at nine, for Hector Ruiz.",
        uses("save_details", { details: { name: "Hector Ruiz" } }),
        uses("book_appointment", {
          when: "next Friday at nine in the morning",
          name: "Hector Ruiz",
          kind: "Cleaning",
        }),
      ),
      bye(),
    ],
    goal: {
      booked: [{ name: /^Hector Ruiz$/, at: "2026-11-27 09:00", kind: "Cleaning" }],
      hears: [/aetna/i, /park/i, /forty dollars|\$40/i],
    },
  },
  {
    title: "complains first",
    world: worlds.clinic,
    facts: { name: "Lorraine Fitch", when: ["Tuesday at eight"] },
    turns: [
      turn(
        "Last time I sat in your waiting room for fifty minutes. Fifty! Nobody said a word to me.",
        "I'm very sorry, fifty minutes without a word is far too long. How can I make this visit easier?",
      ),
      turn(
        "Give me the first one on Tuesday so there's nobody in front of me. Lorraine Fitch.",
        uses("book_appointment", {
          when: "Tuesday at eight in the morning",
          name: "Lorraine Fitch",
          notes: "Waited fifty minutes last time",
        }),
      ),
      bye("No. Thank you."),
    ],
    goal: { booked: [{ name: /^Lorraine Fitch$/, at: "2026-11-24 08:00" }] },
  },
  {
    title: "only wants to know what is free and books nothing",
    world: worlds.clinic,
    facts: { name: "Ted", when: ["Monday"] },
    turns: [
      turn(
        "I'm just asking, when would you have something?",
        uses("find_times"),
        "I have {free}. Shall one of them be yours?",
      ),
      turn(
        "I need to talk to my wife first, I'll ring again.",
        saysAnd("Of course, call any time. Goodbye!", "end_call", { reason: "goodbye" }),
      ),
    ],
    goal: { ended: "goodbye" },
  },
  {
    title: "asks for Thanksgiving and comes the day after",
    world: worlds.clinic,
    facts: { name: "Nadia Petrov", when: ["Thursday the 26th", "the day after at nine"] },
    turns: [
      turn(
        "What about Thursday the 26th, in the morning?",
        uses("find_times", { when: "Thursday the 26th in the morning" }),
        "We're closed that day. I have {free}. Would that work?",
      ),
      turn(
        "Oh, right, the holiday. Friday the 27th at nine then, Nadia Petrov.",
        uses("book_appointment", { when: "Friday the 27th at nine in the morning", name: "Nadia Petrov" }),
      ),
      bye(),
    ],
    goal: { booked: [{ name: /^Nadia Petrov$/, at: "2026-11-27 09:00" }] },
  },
  {
    title: "asks for Saturday, when it is closed, and leaves a name that is spelled",
    world: worlds.clinic,
    facts: { name: "Kim Nguyen", when: ["Saturday", "Monday at one"] },
    turns: [
      turn(
        "Saturday would be best for me.",
        uses("find_times", { when: "Saturday" }),
        "We're closed on Saturdays, sorry. I have {free}. Would one of them do?",
      ),
      turn(
        "Monday at one then. It's Kim Nguyen, N G U Y E N.",
        uses("book_appointment", { when: "Monday at one in the afternoon", name: "Kim Nguyen" }),
      ),
      bye(),
    ],
    goal: { booked: [{ name: /^Kim Nguyen$/, at: "2026-11-23 13:00" }] },
  },
];
