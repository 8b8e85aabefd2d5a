/** Templates for offices whose callers bring a matter. */
import type { AgentDraft } from "#app/agents/agents.schema.ts";
import {
  appointment,
  booking,
  bookingDesk,
  choice,
  entry,
  field,
  fullName,
  intakeDesk,
  phoneNumber,
  sixDaysOpen,
  weekdaysOpen,
} from "./trade-parts.ts";

const email = field("email", "Email address", "email", { required: false });
const nextStep = entry(
  "next",
  "What happens next?",
  "Someone from our team calls you, usually within one business day.",
  ["after this", "next step", "call me back"],
);

export const realEstate: AgentDraft = intakeDesk({
  name: "Property line",
  greeting: "Thanks for calling {organization}. Are you looking to buy, sell or rent?",
  fields: [
    choice(
      "wish",
      "Wish",
      "Would you like to buy, sell or rent?",
      ["Buy", "buying", "purchase", "looking for a house"],
      ["Sell", "selling", "list my house"],
      ["Rent", "renting", "lease"],
    ),
    field("property", "Property", "text", { question: "Which property or area is it about?" }),
    choice(
      "timing",
      "Timing",
      "When would you like to move?",
      ["Within three months", "soon", "right away", "as soon as possible"],
      ["Within a year", "this year", "later this year"],
      ["Just looking", "no hurry", "not sure yet"],
    ),
    fullName,
    phoneNumber,
    email,
  ],
  hours: sixDaysOpen("09:00", "18:00", "16:00"),
  knowledge: [
    nextStep,
    entry(
      "viewing",
      "Can I see the house?",
      "Yes. I note your wish, and an agent calls you to find a time.",
      ["viewing", "showing", "open house"],
    ),
  ],
  tasks: "Find out whether callers buy, sell or rent, where and when, so that the right agent calls back.",
  rules:
    "Never state a price, a condition or whether a property is still available unless it is written down.",
});

export const lawFirm: AgentDraft = intakeDesk({
  name: "Intake desk",
  greeting:
    "Thanks for calling {organization}. I'll take down what it's about, so that the right attorney can call you.",
  fields: [
    choice(
      "area",
      "Area",
      "Which area is it about?",
      ["Family", "divorce", "custody"],
      ["Injury", "accident", "car accident", "hurt"],
      ["Criminal", "arrested", "charged", "dui"],
      ["Business", "contract", "company"],
      ["Estate", "will", "inheritance", "probate"],
      ["Something else", "other", "not sure"],
    ),
    field("matter", "Matter", "text", { question: "In a few words, what happened?" }),
    field("court", "Deadline", "yes_no", {
      required: false,
      question: "Is there a court date or a deadline coming up?",
    }),
    fullName,
    phoneNumber,
    email,
  ],
  hours: weekdaysOpen("09:00", "17:30"),
  knowledge: [
    nextStep,
    entry(
      "cost",
      "What does a consultation cost?",
      "The attorney tells you about fees before anything costs money.",
      ["fees", "price", "how much", "free consultation"],
    ),
    entry(
      "client",
      "Are you my lawyer now?",
      "Not yet. That takes a signed agreement, after the firm has checked for conflicts.",
      ["represent me", "take my case"],
    ),
  ],
  tasks: "Take new matters with area, story and deadline for a consultation; take messages of clients.",
  rules:
    "Never give legal advice, judge a case or promise that it is taken. Never tell anything about other clients.",
});

export const insurance: AgentDraft = intakeDesk({
  name: "Insurance desk",
  greeting: "Thanks for calling {organization}. Is it about a quote, a claim or your policy?",
  fields: [
    choice(
      "about",
      "About",
      "Is it about a quote, a claim or your policy?",
      ["Quote", "new policy", "new insurance", "price"],
      ["Claim", "accident", "damage", "report a claim"],
      ["Policy", "change", "billing", "my policy", "cancel"],
    ),
    choice(
      "what",
      "Insurance",
      "Which insurance is it about?",
      ["Auto", "car", "vehicle", "truck"],
      ["Home", "house", "renters", "homeowners"],
      ["Life", "life insurance"],
      ["Business", "company", "liability"],
      ["Health", "medical"],
    ),
    fullName,
    phoneNumber,
    field("details", "Details", "text", {
      required: false,
      question: "What should the agent know before calling?",
    }),
  ],
  hours: weekdaysOpen("09:00", "17:00"),
  knowledge: [
    nextStep,
    entry(
      "documents",
      "What do you need for a quote?",
      "Your address and your current policy help. We ask for the rest when we call.",
      ["paperwork", "information for a quote"],
    ),
  ],
  tasks: "Sort calls into quotes, claims and policies, and take what the agent needs to call back.",
  rules: "Never say that something is covered, and never name a premium. Nothing is bound on the phone.",
});

export const accounting: AgentDraft = bookingDesk(
  {
    name: "Office desk",
    greeting: "Thanks for calling {organization}. I can book an appointment for you. What is it about?",
    fields: [
      appointment,
      fullName,
      phoneNumber,
      field("client", "Existing client", "yes_no", {
        required: false,
        question: "Are you a client of ours already?",
      }),
    ],
    hours: weekdaysOpen("09:00", "17:00"),
    knowledge: [
      entry(
        "bring",
        "What should I bring?",
        "Last year's return, your income forms, and receipts for what you want to deduct.",
        ["documents", "paperwork", "forms"],
      ),
      entry("fees", "What do you charge?", "It depends on the work. You get a price before we begin.", [
        "price",
        "cost",
        "how much",
      ]),
    ],
    tasks: "Book consultations and tax appointments; take messages of clients; answer questions.",
    rules: "Never give tax advice and never say anything about another client.",
  },
  booking(
    ["Tax appointment", 60, "tax return", "taxes", "file my taxes"],
    ["Consultation", 30, "bookkeeping", "advice", "new client", "payroll"],
  ),
);

export const recruiting: AgentDraft = intakeDesk({
  name: "Talent desk",
  greeting: "Thanks for calling {organization}. Are you looking for a job, or for people?",
  fields: [
    choice(
      "side",
      "Looking for",
      "Are you looking for a job, or for people?",
      ["A job", "job", "work", "position", "apply"],
      ["People", "hire", "hiring", "staff", "employees", "candidates"],
    ),
    field("role", "Role", "text", { question: "Which kind of role?" }),
    choice(
      "start",
      "Start",
      "When should it start?",
      ["Right away", "immediately", "as soon as possible", "now"],
      ["Within a month", "next month", "in a few weeks"],
      ["Later", "no hurry", "flexible"],
    ),
    fullName,
    phoneNumber,
    email,
  ],
  hours: weekdaysOpen("08:30", "17:30"),
  knowledge: [
    nextStep,
    entry(
      "resume",
      "Where do I send my resume?",
      "The recruiter who calls you back tells you where to send it.",
      ["cv", "application"],
    ),
  ],
  tasks: "Take applicants and companies with open jobs, with role and start, for the right recruiter.",
  rules: "Never promise a job, a salary or an interview, and never ask about age, health, family or origin.",
});
