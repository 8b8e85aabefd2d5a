/** Callers of the line for leads, and callers who speak Spanish. */
import type { World } from "#workers/conversation/line/conversation.ts";
import { worlds } from "../../support/conversation-worlds.ts";
import { bye, type Caller, own, saysAnd, turn, uses } from "./caller.ts";

/** Answers in Spanish from the first word, or follows a caller who speaks it. */
const speaking =
  (languages: World["agent"]["languages"], follows_language = false) =>
  (): World => {
    const world = worlds.clinic();
    const greeting = languages[0] === "es-US" ? "Gracias por llamar a {organization}." : world.agent.greeting;
    return { ...world, agent: { ...world.agent, languages, follows_language, greeting } };
  };

const byeEs = turn(
  "No, es todo, gracias. Adiós.",
  saysAnd("Gracias por llamar. Adiós.", "end_call", { reason: "goodbye" }),
);

export const others: Caller[] = [
  {
    title: "has two wishes in one lead",
    world: worlds.leads,
    facts: {
      name: "Walter Osborne",
      need: "braces for my daughter and a crown for myself",
      when: ["next month"],
    },
    turns: [
      turn(
        "It's really two things, braces for my daughter and a crown for myself, and I'd like to start some time next month. Walter Osborne.",
        uses("save_details", {
          details: {
            need: "Braces for his daughter and a crown for himself",
            timing: "Within three months",
            name: "Walter Osborne",
            phone: own,
          },
        }),
        "Thank you, Walter, I have both: the braces and the crown. Anything else?",
      ),
      bye(),
    ],
    goal: { lead: [/braces/i, /crown/i, /Walter Osborne/, /Within three months/] },
  },
  {
    title: "is a lead who is in no hurry and comes to it slowly",
    world: worlds.leads,
    facts: { name: "Agnes Bell", need: "dentures", when: ["next year"] },
    turns: [
      turn(
        "My neighbour has those new teeth and she smiles all day, I don't know, I was wondering.",
        "That's a lovely reason to call. Are you thinking of dentures or implants?",
      ),
      turn(
        "Dentures I think. But no hurry, next year is fine.",
        uses("save_details", { details: { need: "Dentures, like her neighbour's", timing: "Later" } }),
        "No hurry at all. What's your name?",
      ),
      turn(
        "Agnes Bell, this number.",
        uses("save_details", { details: { name: "Agnes Bell", phone: own } }),
        "Thank you, Agnes. The right person gets back to you. Anything else?",
      ),
      bye(),
    ],
    goal: { lead: [/dentures/i, /Later/, /Agnes Bell/] },
  },
  {
    title: "is a lead who corrects the own number and spells the email address",
    world: worlds.leads,
    facts: {
      name: "Tariq Aziz",
      phone: "415 555 0144",
      need: "whitening",
      when: ["right away"],
      email: "tariq at example dot com",
    },
    turns: [
      turn(
        "Whitening, right away, before my wedding. Tariq Aziz.",
        uses("save_details", {
          details: {
            need: "Whitening before his wedding",
            timing: "As soon as possible",
            name: "Tariq Aziz",
          },
        }),
        "Congratulations! Which number and email should we use?",
      ),
      turn(
        "Four one five, five five five, zero one four, no, zero one four four. And tariq at example dot com.",
        uses("save_details", { details: { phone: "415-555-0144", email: "tariq@example.com" } }),
        "Thank you, Tariq, I have that. Anything else?",
      ),
      bye(),
    ],
    goal: {
      lead: [/whitening/i, /As soon as possible/, /Tariq Aziz/, /\+14155550144/, /tariq@example\.com/],
    },
  },
  {
    title: "is a lead who hangs up in the middle of it",
    world: worlds.leads,
    facts: { name: "Nell", need: "a second opinion" },
    turns: [
      turn(
        "I'd like a second opinion on a root canal, as soon as possible. I'm Nell Carver.",
        uses("save_details", {
          details: {
            need: "A second opinion on a root canal",
            timing: "As soon as possible",
            name: "Nell Carver",
          },
        }),
        "Thank you, Nell. Which email address may we use?",
      ),
    ],
    goal: { lead: [/second opinion/i, /Nell Carver/] },
  },
  {
    title: "books in Spanish",
    world: speaking(["es-US"]),
    language: "es",
    facts: { name: "Rosa Díaz", when: ["el martes a mediodía"] },
    turns: [
      turn(
        "Buenas, me duele una muela desde ayer y quisiera que me la vean el martes, ¿puede ser?",
        uses("find_times", { when: "Tuesday" }),
        "Lo siento mucho. ¿A qué hora le conviene el martes?",
      ),
      turn(
        "A mediodía, por favor. Soy Rosa Díaz.",
        uses("book_appointment", { when: "Tuesday at noon", name: "Rosa Díaz" }),
      ),
      byeEs,
    ],
    goal: { booked: [{ name: /^Rosa Díaz$/, at: "2026-11-24 12:00" }] },
  },
  {
    title: "goes on in Spanish with an agent who greeted in English",
    world: speaking(["en-US", "es-US"], true),
    language: "es",
    facts: { name: "Luis Mora", when: ["el lunes a las nueve"] },
    turns: [
      turn(
        "Perdón, ¿hablan español? Necesito una cita para el lunes a las nueve, soy Luis Mora.",
        uses("book_appointment", { when: "Monday at nine in the morning", name: "Luis Mora" }),
      ),
      byeEs,
    ],
    goal: { booked: [{ name: /^Luis Mora$/, at: "2026-11-23 09:00" }], hears: [/reserv/i] },
  },
  {
    title: "cancels in Spanish",
    world: speaking(["es-US"]),
    language: "es",
    appointments: [
      {
        booking_id: "b1",
        at: "2026-11-24 09:00",
        minutes: 30,
        kind: "Examination",
        name: "Pilar Soto",
        phone_number: own,
      },
    ],
    facts: { name: "Pilar Soto" },
    turns: [
      turn(
        "No puedo venir el martes, quiero cancelar mi cita.",
        uses("find_appointments"),
        uses("cancel_appointment", { appointment: "A1" }),
      ),
      byeEs,
    ],
    goal: { canceled: ["b1"] },
  },
];
