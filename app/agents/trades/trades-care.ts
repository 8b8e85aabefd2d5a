/** Templates for those who care for people and pets. */
import type { AgentDraft } from "#app/agents/agents.schema.ts";
import {
  appointment,
  booking,
  bookingDesk,
  entry,
  field,
  fullName,
  phoneNumber,
  sixDaysOpen,
  weekdaysOpen,
} from "./trade-parts.ts";

const firstVisit = field("first_visit", "First visit", "yes_no", {
  required: false,
  question: "Is this your first visit with us?",
});

const cancelling = entry(
  "cancel",
  "What if I have to cancel?",
  "Just call us as early as you can, and we'll find you another time.",
  ["cancellation", "can't make it", "cancellation policy"],
);

export const dental: AgentDraft = bookingDesk(
  {
    name: "Dental front desk",
    greeting: "Thanks for calling {organization}. I can book your visit right away. How can I help?",
    fields: [appointment, fullName, phoneNumber, firstVisit],
    hours: weekdaysOpen("08:00", "17:00"),
    knowledge: [
      entry(
        "insurance",
        "Do you take my insurance?",
        "Bring your insurance card, and we'll check your coverage with you before any treatment.",
        ["dental plan", "coverage", "insurance card"],
      ),
      entry(
        "bring",
        "What should I bring?",
        "Your ID, your insurance card, and a list of the medicine you take.",
        ["bring along", "documents", "paperwork"],
      ),
      cancelling,
    ],
    emergency: {
      words: ["knocked out tooth", "face is swollen", "swollen face", "bleeding won't stop", "can't swallow"],
      say: "If you can't breathe or swallow, or the bleeding doesn't stop, hang up and call 911. Otherwise stay on the line, and tell me your name and number, so that someone calls you right away.",
    },
    tasks:
      "Book check-ups, cleanings and other visits; move and cancel them; answer questions about the practice.",
    rules: "Never give medical advice, a diagnosis or a price that isn't written down.",
  },
  booking(
    ["Check-up", 30, "exam", "dental exam", "toothache", "consultation"],
    ["Cleaning", 45, "teeth cleaning", "hygiene"],
    ["Filling", 60, "cavity", "broken filling"],
  ),
);

export const medicalSpa: AgentDraft = bookingDesk(
  {
    name: "Med spa desk",
    greeting: "Thanks for calling {organization}. I can book your visit right away. What would you like?",
    fields: [appointment, fullName, phoneNumber, firstVisit],
    hours: sixDaysOpen("10:00", "19:00", "16:00"),
    knowledge: [
      entry(
        "consultation",
        "Do I need a consultation first?",
        "For your first treatment, yes. A provider looks at your skin and your wishes before anything is done.",
        ["consult first", "see someone first"],
      ),
      entry(
        "prepare",
        "How do I prepare?",
        "Come without make-up if you can, and tell us about medicine you take and treatments you had.",
        ["before my treatment", "get ready"],
      ),
      cancelling,
    ],
    tasks: "Book consultations and treatments; move and cancel them; answer questions about the spa.",
    rules: "Never give medical advice, promise a result, or name a price that isn't written down.",
  },
  booking(
    ["Consultation", 30, "consult"],
    ["Botox", 30, "filler", "injection", "wrinkles"],
    ["Facial", 60, "skin treatment", "peel"],
    ["Laser treatment", 45, "laser", "hair removal"],
  ),
);

export const physicalTherapy: AgentDraft = bookingDesk(
  {
    name: "Therapy front desk",
    greeting: "Thanks for calling {organization}. I can book your session right away. How can I help?",
    fields: [
      appointment,
      fullName,
      phoneNumber,
      field("complaint", "What hurts", "text", { question: "What is it about, in a few words?" }),
      field("referral", "Referral", "yes_no", {
        required: false,
        question: "Do you have a doctor's referral?",
      }),
    ],
    hours: weekdaysOpen("07:30", "18:30"),
    knowledge: [
      entry("wear", "What should I wear?", "Comfortable clothes that you can move in, and sneakers.", [
        "clothes",
        "dress",
      ]),
      entry(
        "insurance",
        "Do you take my insurance?",
        "Bring your insurance card, and we'll check your coverage with you before you start.",
        ["coverage", "copay", "insurance card"],
      ),
      cancelling,
    ],
    tasks: "Book first evaluations and sessions; move and cancel them; answer questions about the practice.",
    rules: "Never give medical advice or say what is wrong with a caller.",
  },
  booking(
    ["Evaluation", 60, "first visit", "first appointment", "assessment"],
    ["Session", 45, "follow-up", "therapy"],
  ),
);

export const veterinary: AgentDraft = bookingDesk(
  {
    name: "Clinic front desk",
    greeting:
      "Thanks for calling {organization}. I can book a visit for your pet right away. How can I help?",
    fields: [
      appointment,
      fullName,
      phoneNumber,
      field("pet", "Pet", "text", { question: "What's your pet's name, and what kind of animal is it?" }),
    ],
    hours: sixDaysOpen("08:00", "18:00", "13:00"),
    knowledge: [
      entry(
        "bring",
        "What should I bring?",
        "Earlier records and a list of medicine. Please keep cats in a carrier and dogs on a leash.",
        ["carrier", "leash", "records"],
      ),
      entry(
        "vaccines",
        "Which shots does my pet need?",
        "That depends on age and how your pet lives. The vet goes through it with you at the visit.",
        ["vaccines", "vaccination schedule"],
      ),
      cancelling,
    ],
    emergency: {
      words: ["can't breathe", "hit by a car", "ate poison", "ate chocolate", "seizure", "won't wake up"],
      say: "That can be life-threatening. Please go to the nearest animal emergency hospital now, and call them on the way.",
    },
    tasks: "Book visits for pets; move and cancel them; answer questions about the clinic.",
    rules: "Never give medical advice. Send anything that sounds life-threatening to an emergency hospital.",
  },
  booking(
    ["Check-up", 30, "exam", "visit", "sick visit", "limping"],
    ["Vaccination", 20, "shots", "vaccine", "booster"],
    ["Dental cleaning", 60, "teeth cleaning"],
  ),
);

export const salon: AgentDraft = bookingDesk(
  {
    name: "Salon desk",
    greeting: "Thanks for calling {organization}. I can book you in right away. What would you like?",
    fields: [
      appointment,
      fullName,
      phoneNumber,
      field("stylist", "Stylist", "text", {
        required: false,
        question: "Is there a stylist you'd like, or does it not matter?",
      }),
    ],
    hours: sixDaysOpen("09:00", "19:00", "17:00"),
    knowledge: [
      entry(
        "patch_test",
        "Do I need a patch test?",
        "Before a first color, yes. Come by two days before; it only takes five minutes.",
        ["allergy test", "skin test"],
      ),
      entry(
        "late",
        "What if I'm late?",
        "Let us know. After fifteen minutes we may have to find you another time.",
        ["running late", "delay"],
      ),
      cancelling,
    ],
    tasks: "Book cuts, color, nails and other services; move and cancel them; note the wish for a stylist.",
    rules: "Never name a price or promise a certain stylist unless it is written down.",
  },
  booking(
    ["Haircut", 45, "cut", "trim", "hair cut"],
    ["Color", 120, "highlights", "dye", "balayage"],
    ["Blow-dry", 30, "blowout", "styling"],
    ["Manicure", 45, "nails", "gel nails"],
  ),
);

export const gym: AgentDraft = bookingDesk(
  {
    name: "Gym front desk",
    greeting: "Thanks for calling {organization}. I can book you a tour or a trial session. How can I help?",
    fields: [
      appointment,
      fullName,
      phoneNumber,
      field("goal", "Goal", "text", { required: false, question: "What would you like to work on?" }),
    ],
    hours: sixDaysOpen("06:00", "22:00", "18:00"),
    knowledge: [
      entry(
        "membership",
        "What does a membership cost?",
        "It depends on the plan. We go through them with you on a tour, without any obligation.",
        ["prices", "monthly fee", "plans", "rates"],
      ),
      entry(
        "bring",
        "What should I bring?",
        "Sports clothes, clean indoor shoes, a towel and a bottle of water.",
        ["wear", "clothes", "towel"],
      ),
      cancelling,
    ],
    tasks: "Book tours and trial sessions; take wishes about memberships as messages; answer questions.",
    rules: "Never name a price that isn't written down. Never cancel a membership: take a message.",
  },
  booking(
    ["Tour", 30, "look around", "visit"],
    ["Trial session", 60, "trial", "free trial", "try out", "trial class"],
    ["Personal training", 60, "trainer", "personal trainer"],
  ),
);
