/** Templates for those who look after homes, cars and guests. */
import type { AgentDraft } from "#app/agents/agents.schema.ts";
import {
  appointment,
  booking,
  bookingDesk,
  choice,
  entry,
  everyDayOpen,
  field,
  fullName,
  intakeDesk,
  phoneNumber,
  sixDaysOpen,
  weekdaysOpen,
} from "./trade-parts.ts";

const address = field("address", "Address", "text", { question: "What's the address?" });

export const homeServices: AgentDraft = bookingDesk(
  {
    name: "Service desk",
    greeting: "Thanks for calling {organization}. I can book a technician for you. What's going on?",
    fields: [
      field("problem", "Problem", "text", { question: "What's the problem, in a few words?" }),
      appointment,
      fullName,
      phoneNumber,
      address,
    ],
    hours: sixDaysOpen("07:00", "18:00", "14:00"),
    knowledge: [
      entry(
        "fee",
        "What does a visit cost?",
        "The technician looks at it first and gives you a price before any work starts.",
        ["price", "call-out fee", "service fee", "how much"],
      ),
      entry("home", "Do I have to be home?", "An adult should be there to let the technician in.", [
        "be there",
        "be at home",
      ]),
    ],
    emergency: {
      words: ["smell gas", "gas leak", "carbon monoxide", "sparks", "burst pipe", "flooding"],
      say: "If you smell gas or see sparks, leave the house now and call 911. With a burst pipe, shut off the main valve. Then call us back, so that someone comes as soon as possible.",
    },
    tasks: "Book service visits for heating, cooling and plumbing with the problem and the address.",
    rules: "Never explain how to repair gas or electricity. Never name a price that isn't written down.",
  },
  {
    ...booking(
      ["Repair", 120, "fix", "broken", "not working", "leak"],
      ["Maintenance", 60, "tune-up", "inspection", "service"],
      ["Estimate", 60, "quote", "new system", "replacement"],
    ),
    step_minutes: 60,
    notice_minutes: 120,
  },
);

export const autoRepair: AgentDraft = bookingDesk(
  {
    name: "Service advisor",
    greeting: "Thanks for calling {organization}. I can book your car in. What does it need?",
    fields: [
      field("car", "Car", "text", { question: "What's the make, model and year of your car?" }),
      appointment,
      fullName,
      phoneNumber,
    ],
    hours: sixDaysOpen("08:00", "18:00", "13:00"),
    knowledge: [
      entry(
        "price",
        "How much will it cost?",
        "We look at the car first and call you with a price before we start any work.",
        ["cost", "estimate", "quote"],
      ),
      entry("wait", "Can I wait for it?", "For an oil change, gladly. Bigger repairs usually need the day.", [
        "waiting room",
        "same day",
      ]),
    ],
    tasks: "Book cars in with make, model and what they need; answer questions about the shop.",
    rules: "Never diagnose a car on the phone or name a price that isn't written down.",
  },
  booking(
    ["Oil change", 45, "oil"],
    ["Brakes", 90, "brake check", "brake pads", "squeaking"],
    ["Tires", 60, "tire change", "flat tire", "rotation"],
    ["Diagnosis", 60, "check engine light", "noise", "warning light", "won't start"],
  ),
);

export const cleaning: AgentDraft = intakeDesk({
  name: "Cleaning desk",
  greeting:
    "Thanks for calling {organization}. I'll take what we need for your quote. What can we clean for you?",
  fields: [
    field("need", "What to clean", "text", { question: "What would you like cleaned?" }),
    choice(
      "often",
      "How often",
      "How often would you like us to come?",
      ["Once", "one time", "just once", "move-out"],
      ["Every week", "weekly", "once a week"],
      ["Every two weeks", "biweekly", "every other week"],
      ["Every month", "monthly", "once a month"],
    ),
    address,
    fullName,
    phoneNumber,
  ],
  hours: weekdaysOpen("08:00", "17:00"),
  knowledge: [
    entry(
      "supplies",
      "Do you bring your own supplies?",
      "Tell us what you'd like us to use, and we bring the rest.",
      ["products", "vacuum", "equipment"],
    ),
    entry("price", "What does it cost?", "We call you with a quote once we know what you need.", [
      "prices",
      "how much",
      "hourly rate",
    ]),
  ],
  tasks:
    "Take requests for quotes with rooms, how often and the address; take messages of existing customers.",
  rules: "Never name a price or a start date that isn't written down.",
});

export const propertyManagement: AgentDraft = intakeDesk({
  name: "Resident desk",
  greeting: "Thanks for calling {organization}. I can take repair requests and messages. How can I help?",
  fields: [
    field("problem", "Request", "text", { question: "What needs to be taken care of?" }),
    choice(
      "urgency",
      "Urgency",
      "How urgent is it?",
      ["Today", "urgent", "right away", "as soon as possible", "very urgent"],
      ["This week", "soon", "next few days"],
      ["Can wait", "no hurry", "not urgent", "whenever"],
    ),
    field("unit", "Address and unit", "text", { question: "What's the address and the unit?" }),
    fullName,
    phoneNumber,
  ],
  hours: weekdaysOpen("09:00", "17:00"),
  knowledge: [
    entry(
      "rent",
      "How do I pay rent?",
      "The way that your lease says. I can have someone call you about it.",
      ["payment", "pay my rent"],
    ),
    entry(
      "viewing",
      "Do you have apartments for rent?",
      "I can note what you're looking for, and our leasing team calls you.",
      ["vacancy", "available units", "apply"],
    ),
  ],
  emergency: {
    words: ["smell gas", "gas leak", "there is a fire", "on fire", "carbon monoxide"],
    say: "Leave the building now and call 911. Once you're safe, call us back.",
  },
  tasks: "Take repair requests with the unit and the urgency; take messages about leases and payments.",
  rules: "Never promise when a repair is done, and never give out data of residents.",
});

export const restaurant: AgentDraft = intakeDesk({
  name: "Host",
  greeting: "Thanks for calling {organization}. I can take your reservation request. How can I help?",
  fields: [
    field("day", "Day", "date", { question: "For which day would you like a table?" }),
    field("time", "Time", "time", { question: "At what time?" }),
    field("guests", "Guests", "number", { question: "For how many people?" }),
    fullName,
    phoneNumber,
    field("wishes", "Wishes", "text", {
      required: false,
      question: "Is there anything we should know, such as allergies or a high chair?",
    }),
  ],
  hours: everyDayOpen("11:30", "22:00"),
  knowledge: [
    entry("confirm", "Is my table booked now?", "It's noted as a request. We confirm it by phone or text.", [
      "confirmed",
      "confirmation",
    ]),
    entry(
      "diet",
      "Do you have vegetarian dishes?",
      "Tell us about diets and allergies, and the kitchen will look after you.",
      ["vegan", "gluten free", "allergies"],
    ),
  ],
  tasks: "Take reservation requests with day, time, guests and name; answer questions about the restaurant.",
  rules: "Never say that a table is confirmed: the team confirms it. Never make up dishes or prices.",
});

export const hotel: AgentDraft = intakeDesk({
  name: "Reservations",
  greeting: "Thanks for calling {organization}. I can take your room request. How can I help?",
  fields: [
    field("arrival", "Arrival", "date", { question: "On which day would you arrive?" }),
    field("nights", "Nights", "number", { question: "How many nights would you stay?" }),
    field("guests", "Guests", "number", { question: "How many guests are you?" }),
    fullName,
    phoneNumber,
    field("email", "Email address", "email", { required: false }),
  ],
  hours: everyDayOpen("00:00", "24:00"),
  knowledge: [
    entry(
      "check_in",
      "When is check-in?",
      "Your confirmation says when. If you come earlier, we keep your luggage for you.",
      ["check in time", "check out", "check-out"],
    ),
    entry(
      "confirm",
      "Is my room booked now?",
      "It's noted as a request. We send you the price and the confirmation.",
      ["confirmed", "confirmation", "rate"],
    ),
  ],
  tasks: "Take room requests with arrival, nights and guests; take messages for guests; answer questions.",
  rules: "Never confirm a room or name a rate, and never say whether someone is a guest.",
});
