/** Answers from the organization's own profile: hours, address, phone number, kinds of appointment and their length. */

import type { AppointmentKind } from "#app/agents/agents.schema.ts";
import { hoursSaid, stretchesOf, stretchesSaid } from "#app/hours/opening-hours.ts";
import { clockSaid, dateSaid, listSaid } from "#app/hours/spoken-time.ts";
import { addMonths, localClock, localDate } from "#app/platform/zoned-time.ts";
import { asksForLanguage, onlyEnglish } from "#workers/conversation/english/languages.ts";
import { asksForHours, asksForNow } from "#workers/conversation/english/openings.ts";
import { thisIs, type Wordings } from "#workers/conversation/english/sayings.ts";
import { kindSaid, upper } from "#workers/conversation/english/slots.ts";
import { topicWords } from "#workers/conversation/english/topics.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { phoneSaid } from "./needs.ts";

/** An answer from the profile: its topic, its title for people, its words. */
export type ProfileAnswer = { topic: string; title: string; wordings: Wordings };

const WHO_WE_ARE =
  /\b(who'?s (this|calling|speaking)|am i (calling|talking to|speaking (to|with)|through to)|have i reached|did i (call|reach)|who (is this|is calling|is speaking|am i|are you)|what('?s| is) (this place|the name of|your (name|company|practice)))\b/i;
const OUR_NUMBER = /\b(your|the office'?s?|what) (phone |telephone |fax )?number\b/i;
const DO_WE =
  /\b(do|does|can|could|would) (you|you guys|your \w+|i|we|they) (also |still |even )?(do|offer|have|provide|perform|make|handle|get|book)\b/i;
const OUR_KINDS =
  /\bwhat (services|treatments|kinds? of (appointments?|treatments?|services?)|appointments) (do|can|are)|\bwhat (do|can) you (offer|do)\b/i;

/**
 * The profile's answer to a question, or null.
 * @param question the caller's words
 * @param now ms UTC
 * @param date the local date that the question names, if any
 */
export function profileAnswer(
  question: string,
  world: World,
  now: number,
  date: string | null,
): ProfileAnswer | null {
  const words = topicWords(question);
  if (asksForLanguage(question)) return { topic: "language", title: "Languages", wordings: onlyEnglish };
  const moment = asksForNow(question);
  if (moment !== null) return nowAnswer(moment, world, now);
  const { organization, agent } = world;
  const address = agent.business_address ?? organization.address;
  if (words.includes("hour") || asksForHours(question))
    return { topic: "opening_hours", title: "Opening hours", wordings: hoursAnswer(world, now, date) };
  if ((words.includes("address") || words.includes("travel")) && address)
    return {
      topic: "address",
      title: "Address",
      wordings: [`We're at ${address}.`, `You'll find us at ${address}.`, `The address is ${address}.`],
    };
  if (OUR_NUMBER.test(question) && organization.phone_number !== null) {
    const number = phoneSaid(organization.phone_number, organization.country);
    return {
      topic: "phone_number",
      title: "Phone number",
      wordings: [`Our number is ${number}.`, `You can reach us at ${number}.`, `It's ${number}.`],
    };
  }
  if (WHO_WE_ARE.test(question) || asksIfThisIs(question, organization.name))
    return { topic: "name", title: "Business name", wordings: thisIs(organization.name) };
  const kinds = agent.actions.book?.kinds ?? [];
  if (words.includes("long") && kinds.length > 0) {
    const alike = kinds.every(({ duration_minutes }) => duration_minutes === kinds[0]?.duration_minutes);
    const named = kindNamed(question, world);
    const kind = named ?? (alike ? kinds[0] : undefined);
    if (kind) {
      const what = kindSaid(named || kinds.length === 1 ? kind.name : "appointment");
      return {
        topic: "duration",
        title: "Appointment length",
        wordings: [
          `${upper(what)} takes ${kind.duration_minutes} minutes.`,
          `We set aside ${kind.duration_minutes} minutes for ${what}.`,
          `That's ${kind.duration_minutes} minutes.`,
        ],
      };
    }
  }
  const offered = DO_WE.test(question) ? kindNamed(question, world) : undefined;
  if (offered) {
    const what = kindSaid(offered.name);
    return {
      topic: "kinds",
      title: "Appointment types",
      wordings: [
        `Yes, you can book ${what} with me.`,
        `Yes, we do ${what}.`,
        `We do, and I can book ${what} for you.`,
      ],
    };
  }
  if (OUR_KINDS.test(question) && kinds.length > 0) {
    const list = listSaid(
      kinds.slice(0, 3).map(({ name }) => kindSaid(name)),
      "or",
    );
    return {
      topic: "kinds",
      title: "Appointment types",
      wordings: [`You can book ${list}.`, `I can book ${list} for you.`, `You can come for ${list}.`],
    };
  }
  return null;
}

const PLACES =
  /^(offic|clinic|practic|compani|firm|busi|shop|store|restaur|salon|hotel|school|hospit|dental|depart|doctor|desk|front|recept|reception)/;

/** "Is this the dentist?" asks who we are; "is this call recorded" does not. */
function asksIfThisIs(question: string, name: string): boolean {
  const [, rest] = /\bis this\b(.*)$/is.exec(question) ?? [];
  if (rest === undefined) return false;
  const own = topicWords(name);
  return (
    /\bright (number|place)\b/i.test(rest) ||
    topicWords(rest).some((word) => own.includes(word) || PLACES.test(word))
  );
}

/** The kind of appointment that a question names. */
export function kindNamed(question: string, { agent }: World): AppointmentKind | undefined {
  const words = topicWords(question);
  return agent.actions.book?.kinds.find(({ name, synonyms }) =>
    [name, ...synonyms].some((one) => {
      const own = topicWords(one);
      return own.length > 0 && own.every((word) => words.includes(word));
    }),
  );
}

/** The organization's current day or time. */
function nowAnswer(moment: "day" | "time", { organization }: World, now: number): ProfileAnswer {
  const today = localDate(now, organization.time_zone);
  const clock = localClock(now, organization.time_zone);
  // Seen from another month, the spoken date includes its month.
  const day = dateSaid(today, addMonths(today, -1));
  const time = clockSaid(clock, true);
  return moment === "day"
    ? {
        topic: "today",
        title: "Today's date",
        wordings: [`Today is ${day}.`, `It's ${day}.`, `It's ${day} today.`],
      }
    : {
        topic: "now",
        title: "Current time",
        wordings: [`It's ${time}.`, `It's ${time} now.`, `Right now it's ${time}.`],
      };
}

function hoursAnswer({ agent, organization }: World, now: number, date: string | null): Wordings {
  const today = localDate(now, organization.time_zone);
  const week = hoursSaid(agent.hours);
  if (date === null) return [`We're open ${week}.`, `Our hours are ${week}.`, `You can reach us ${week}.`];
  const said = dateSaid(date, today);
  // "Tomorrow, Saturday the 21st," takes a second comma.
  const day = said.startsWith("to") ? `${upper(said)},` : `On ${said}`;
  const plain = said.replace(/^(today|tomorrow), /, "");
  const open = stretchesSaid(stretchesOf(agent.hours, date));
  if (open) return [`${day} we're open ${open}.`, `We're open ${open} on ${plain}.`, `${day} it's ${open}.`];
  return [
    `We're closed on ${plain}; we're open ${week}.`,
    `${day} we're closed; our hours are ${week}.`,
    `Not on ${plain}; our hours are ${week}.`,
  ];
}
