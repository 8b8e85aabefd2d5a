/** Callers with an appointment: they ask about it, move it, cancel it, or think better of it. */
import { worlds } from "../../support/conversation-worlds.ts";
import { type Appointment, bye, type Caller, own, saysAnd, turn, uses } from "./caller.ts";

const appointment = (
  booking_id: string,
  at: string,
  name: string,
  more: Partial<Appointment> = {},
): Appointment => ({
  ...{ booking_id, at, name, minutes: 30, kind: "Examination", phone_number: own },
  ...more,
});

export const changing: Caller[] = [
  {
    title: "moves an appointment to another week",
    world: worlds.clinic,
    appointments: [appointment("b1", "2026-11-24 09:00", "Dana Reyes")],
    facts: { name: "Dana Reyes", when: ["Thursday December 3rd at ten"] },
    turns: [
      turn(
        "I've got something on Tuesday but I'm away, could I come Thursday December 3rd at ten instead?",
        uses("find_appointments"),
        uses("move_appointment", { appointment: "A1", when: "Thursday December 3rd at ten in the morning" }),
      ),
      bye(),
    ],
    goal: { moved: [{ booking_id: "b1", to: "2026-12-03 10:00" }] },
  },
  {
    title: "cancels, and will not say why",
    world: worlds.clinic,
    appointments: [appointment("b1", "2026-11-24 09:00", "Victor Strand")],
    facts: { name: "Victor Strand" },
    turns: [
      turn(
        "I need to cancel. Don't ask.",
        uses("find_appointments"),
        uses("cancel_appointment", { appointment: "A1" }),
      ),
      bye(),
    ],
    goal: { canceled: ["b1"] },
  },
  {
    title: "wants to cancel and then keeps it after all",
    world: worlds.clinic,
    appointments: [appointment("b1", "2026-11-25 14:00", "Hazel Moon")],
    facts: { name: "Hazel Moon" },
    turns: [
      turn(
        "Hazel Moon, please cancel my appointment, I'm too scared.",
        uses("find_appointments", { name: "Hazel Moon" }),
        saysAnd("I understand, many people are.", "cancel_appointment", { appointment: "A1" }),
      ),
      bye("I'll be there. Bye."),
    ],
    confirms: [
      turn(
        "No. No, I'll keep it, I have to do it some time.",
        "Good, then it stays as it is. Anything else?",
      ),
    ],
    goal: {},
  },
  {
    title: "has two appointments and moves the cleaning only",
    world: worlds.practice,
    appointments: [
      appointment("exam", "2026-11-24 09:00", "Ivan Cole", { kind: "Check-up" }),
      appointment("clean", "2026-12-01 11:00", "Ivan Cole", { kind: "Cleaning", minutes: 45 }),
    ],
    facts: { name: "Ivan Cole", when: ["Wednesday December 2nd at two"], kind: "the cleaning" },
    turns: [
      turn("I think I have two things with you. What are they?", uses("find_appointments"), "I see {found}."),
      turn(
        "The cleaning, that one doesn't work any more. Wednesday December 2nd at two in the afternoon?",
        uses("move_appointment", {
          appointment: "A2",
          when: "Wednesday December 2nd at two in the afternoon",
        }),
      ),
      bye(),
    ],
    goal: { moved: [{ booking_id: "clean", to: "2026-12-02 14:00" }] },
  },
  {
    title: "has forgotten when the own appointment is",
    world: worlds.front_desk,
    appointments: [appointment("b1", "2026-11-30 16:30", "Beatrix Long")],
    facts: { name: "Beatrix Long" },
    turns: [
      turn(
        "Silly question, when am I due again? I lost the little card.",
        uses("find_appointments"),
        "Not silly at all. You have {found}.",
      ),
      bye("Lovely, thanks, bye."),
    ],
    goal: { hears: [/four thirty|half past four|4:30/i, /30th|thirtieth|Monday/i] },
  },
  {
    title: "cancels for the wife, who is known by the same number",
    world: worlds.clinic,
    appointments: [
      appointment("his", "2026-11-24 09:00", "Otto Meyer"),
      appointment("hers", "2026-11-24 10:00", "Clara Meyer-Voss"),
    ],
    facts: { name: "Clara Meyer-Voss" },
    turns: [
      turn(
        "My wife's in bed with the flu. Clara. She had something on Tuesday, take her off please, not me.",
        uses("find_appointments", { name: "Clara" }),
        saysAnd("I hope she feels better soon.", "cancel_appointment", { appointment: "A2" }),
      ),
      bye(),
    ],
    goal: { canceled: ["hers"] },
  },
  {
    title: "moves it twice before agreeing",
    world: worlds.clinic,
    appointments: [appointment("b1", "2026-11-24 09:00", "June Tran")],
    facts: { name: "June Tran", when: ["Friday at ten", "Friday at four in the afternoon"] },
    turns: [
      turn(
        "Can June Tran come Friday at ten instead of Tuesday?",
        uses("find_appointments", { name: "June Tran" }),
        uses("move_appointment", { appointment: "A1", when: "Friday at ten in the morning" }),
      ),
      bye(),
    ],
    confirms: [
      turn(
        "Hang on, four in the afternoon on Friday, can you do that?",
        uses("move_appointment", { appointment: "A1", when: "Friday at four in the afternoon" }),
      ),
    ],
    goal: { moved: [{ booking_id: "b1", to: "2026-11-27 16:00" }] },
  },
  {
    title: "has no appointment under this number and leaves word",
    world: worlds.clinic,
    appointments: [appointment("b9", "2026-11-24 09:00", "Someone Else", { phone_number: "+14155550999" })],
    facts: { name: "Fay Delgado" },
    turns: [
      turn(
        "This is Fay Delgado, I want to move my appointment, I made it from my office.",
        uses("find_appointments", { name: "Fay Delgado" }),
        "I can't find it under this number. Shall the team call you back about it?",
      ),
      turn(
        "Fine, have them call me here.",
        uses("take_message", {
          text: "Wants to move her appointment, which she made from her office number.",
          name: "Fay Delgado",
          call_back: true,
        }),
        "I've passed that on, and they'll call you here.",
      ),
      bye(),
    ],
    goal: { messages: [[/Fay Delgado/, /move/i, /4155550198/]], never: [/Someone Else/i] },
  },
  {
    title: "cancels one thing and books another in its place",
    world: worlds.practice,
    appointments: [appointment("fill", "2026-11-24 13:00", "Sam Osei", { kind: "Filling", minutes: 60 })],
    facts: { name: "Sam Osei", when: ["Wednesday at eleven"], kind: "a check-up" },
    turns: [
      turn(
        "Get rid of that filling on Tuesday, I'm not doing it.",
        uses("find_appointments"),
        uses("cancel_appointment", { appointment: "A1" }),
      ),
      turn(
        "I do want a check-up though, Wednesday at eleven, Sam Osei.",
        uses("save_details", { details: { name: "Sam Osei" } }),
        uses("book_appointment", {
          when: "Wednesday at eleven in the morning",
          name: "Sam Osei",
          kind: "Check-up",
        }),
      ),
      bye(),
    ],
    goal: { canceled: ["fill"], booked: [{ name: /^Sam Osei$/, at: "2026-11-25 11:00", kind: "Check-up" }] },
  },
];
