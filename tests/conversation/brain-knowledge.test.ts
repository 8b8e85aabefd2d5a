import { describe, expect, it } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { KnowledgeEntry } from "#app/agents/agents.schema.ts";
import { findAnswer } from "#workers/conversation/dialogue/knowledge.ts";
import { profileAnswer } from "#workers/conversation/dialogue/profile-answers.ts";
import { worlds } from "../support/conversation-worlds.ts";

const entry = (id: string, question: string, answer: string, synonyms: string[] = []): KnowledgeEntry => ({
  id,
  question,
  answer,
  synonyms,
});
const knowledge = [
  entry("first_look", "What does a first look cost?", "A first look is forty dollars.", ["just to look"]),
  entry("cleaning", "How much is a cleaning?", "A cleaning is ninety dollars."),
  entry("parking", "Is there parking?", "There's free parking behind the building.", ["garage"]),
  entry("insurance", "Which insurance do you take?", "We take Delta Dental, Aetna and Cigna.", [
    "in network",
  ]),
  entry("kids", "Do you treat children?", "Yes, from three years on."),
  entry("cancel", "What if I have to cancel?", "Please call a day before.", ["cancellation policy"]),
  entry("pay", "How can I pay?", "By card, cash, or bank transfer.", ["payment"]),
];
const answered = (question: string) => findAnswer(question, knowledge)?.entry.id ?? null;

describe.each(["receptionist", "appointment_booking", "lead_qualification"] as const)("a new %s", (kind) => {
  it.each(["i'm calling them now", "could somebody just call me"])("answers “%s” from no entry", (words) => {
    expect(findAnswer(words, specFor(kind).knowledge)).toBeNull();
  });

  it("answers what it does with a caller's details", () => {
    expect(findAnswer("what do you do with my data", specFor(kind).knowledge)?.entry.id).toBe("details");
  });
});

describe("a question finds the entry that answers it", () => {
  it.each([
    ["does it cost anything just to look", "first_look"],
    ["how much do you charge for a cleaning?", "cleaning"],
    ["what's the price of a cleaning", "cleaning"],
    ["where can I park my car", "parking"],
    ["Do you have a parking lot?", "parking"],
    ["is there a garage nearby", "parking"],
    ["do you take Aetna", "insurance"],
    ["is my insurance accepted", "insurance"],
    ["do you see kids as well", "kids"],
    ["can I bring my children", "kids"],
    ["what's your cancellation policy", "cancel"],
    ["can I pay by credit card", "pay"],
  ])("%s", (question, id) => {
    expect(answered(question)).toBe(id);
  });
});

describe("a question that no entry is about stays unanswered", () => {
  it.each([
    "how much is a root canal",
    "do you do tattoos",
    "how long does a cleaning take",
    "does a cleaning hurt",
    "who does the cleanings",
    "are there any side effects of a cleaning",
    "does a cleaning work on crowns",
    "is the cleaning safe for my kid's teeth",
    "is the doctor married",
    "what's the weather like",
    "can you fix my roof",
    "",
    "um",
  ])("%s", (question) => {
    expect(answered(question)).toBeNull();
  });
});

it("one entry alone can answer, and only what it is about", () => {
  const only = [entry("parking", "Is there parking?", "Behind the building.")];
  expect(findAnswer("is there parking", only)?.entry.id).toBe("parking");
  expect(findAnswer("do you take cash", only)).toBeNull();
});

it("no knowledge answers nothing", () => {
  expect(findAnswer("is there parking", [])).toBeNull();
});

it("two hundred entries still find the one", () => {
  const many = Array.from({ length: 199 }, (_, at) =>
    entry(`topic_${at}`, `What about subject ${at}word?`, `Answer ${at}.`),
  );
  const list = [...many, entry("parking", "Is there parking?", "Behind the building.")];
  expect(findAnswer("where do I park", list)?.entry.id).toBe("parking");
  expect(findAnswer("tell me about subject 42word", list)?.entry.id).toBe("topic_42");
});

describe("the organization's profile answers", () => {
  const world = worlds.practice();
  const now = Date.parse("2026-11-20T15:40:00Z");
  const said = (question: string, date: string | null = null) =>
    profileAnswer(question, world, now, date)?.wordings[0] ?? null;

  it("its hours, for the week or for the day that was named", () => {
    expect(said("what are your opening hours")).toBe("We're open Monday to Friday from eight to six.");
    expect(said("when do you close")).toBe("We're open Monday to Friday from eight to six.");
    expect(said("are you open on monday", "2026-11-23")).toBe(
      "On Monday the 23rd we're open from eight to six.",
    );
    expect(said("are you open tomorrow", "2026-11-21")).toBe(
      "We're closed on Saturday the 21st; we're open Monday to Friday from eight to six.",
    );
  });

  it("whether somebody is there on a day, and who is on the line", () => {
    expect(said("Is anybody there on Saturday?", "2026-11-21")).toContain("closed on Saturday the 21st");
    expect(said("Is this Brightsmile?")).toBe("This is Brightsmile Dental.");
    expect(said("who am I talking to")).toBe("This is Brightsmile Dental.");
  });

  it("the day and the hour where it is", () => {
    expect(said("what day is it today")).toBe("Today is Friday, November 20th.");
    expect(said("What's today's date?")).toBe("Today is Friday, November 20th.");
    expect(said("do you have the time")).toBe("It's twenty to eleven in the morning.");
  });

  it("its address and its number", () => {
    expect(said("where are you")).toBe("We're at 12 Elm Street.");
    expect(said("how do I get there")).toBe("We're at 12 Elm Street.");
    expect(said("what's your phone number")).toBe("Our number is 4 1 5, 5 5 5, 0 1 0 0.");
  });

  it("an agent's own address before the organization's", () => {
    const branch = { ...world, agent: { ...world.agent, business_address: "9 Oak Lane, Springfield" } };
    const answer = profileAnswer("what's your address", branch, now, null);
    expect(answer?.wordings[0]).toBe("We're at 9 Oak Lane, Springfield.");
  });

  it("its kinds of appointment and how long they take", () => {
    expect(said("how long does a filling take")).toBe("A filling takes 60 minutes.");
    expect(said("what can you offer")).toBe("You can book a cleaning, a filling or a check-up.");
  });

  it("nothing that it does not hold", () => {
    const bare = { ...world, organization: { ...world.organization, address: null, phone_number: null } };
    expect(profileAnswer("where are you", bare, now, null)).toBeNull();
    expect(profileAnswer("what's your phone number", bare, now, null)).toBeNull();
    expect(said("do you take cash")).toBeNull();
  });
});
