/** The trades that have a template of an agent, as a page lists them. */

export const tradeIds = [
  "dental",
  "medical_spa",
  "physical_therapy",
  "veterinary",
  "salon",
  "gym",
  "home_services",
  "auto_repair",
  "cleaning",
  "property_management",
  "real_estate",
  "law_firm",
  "insurance",
  "accounting",
  "recruiting",
  "restaurant",
  "hotel",
] as const;
export type TradeId = (typeof tradeIds)[number];

/** By trade its title, and what its agent does, in one sentence. */
export const tradeWords: Record<TradeId, { title: string; does: string }> = {
  dental: {
    title: "Dental practice",
    does: "Books check-ups and cleanings, and tells callers in an emergency what to do.",
  },
  medical_spa: { title: "Med spa", does: "Books consultations and treatments, and notes first visits." },
  physical_therapy: {
    title: "Physical therapy",
    does: "Books evaluations and sessions, and asks for the referral.",
  },
  veterinary: {
    title: "Veterinary clinic",
    does: "Books visits for pets, and sends emergencies to help at once.",
  },
  salon: {
    title: "Hair and beauty salon",
    does: "Books cuts, color and nails, with the wish for a stylist.",
  },
  gym: {
    title: "Gym and studio",
    does: "Books tours and trial sessions, and takes questions about membership.",
  },
  home_services: {
    title: "Heating, cooling and plumbing",
    does: "Books service visits with the address and the problem, and recognizes gas and floods.",
  },
  auto_repair: { title: "Auto repair", does: "Books service with make and problem of the car." },
  cleaning: { title: "Cleaning service", does: "Takes everything that a quote needs." },
  property_management: {
    title: "Property management",
    does: "Takes repair requests with unit and urgency, and recognizes emergencies.",
  },
  real_estate: { title: "Real estate agency", does: "Finds out what buyers, sellers and renters look for." },
  law_firm: { title: "Law firm", does: "Takes new matters for a consultation, without giving advice." },
  insurance: {
    title: "Insurance agency",
    does: "Takes quote requests and claims, each to the right person.",
  },
  accounting: { title: "Tax and accounting", does: "Books consultations and tax appointments." },
  recruiting: { title: "Recruiting and staffing", does: "Takes applicants and companies with open jobs." },
  restaurant: { title: "Restaurant", does: "Takes reservation requests with day, time and guests." },
  hotel: { title: "Hotel", does: "Takes room requests with arrival, nights and guests." },
};
