/** What the number doctor found, in words: pure, from what the carrier and the organization's own rows say. */
import { ago, count, type Place } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { CarrierNumber, TextRegistration } from "#app/telephony/carriers/carrier.schema.ts";
import { isTollFree } from "#app/telephony/number-terms.schema.ts";

export const repairs = ["webhooks", "assign"] as const;
export type Repair = (typeof repairs)[number];

export type Finding = {
  /** What was looked at. */
  title: string;
  tone: "good" | "warn" | "bad" | "neutral";
  words: string;
  /** The carrier's own error. */
  exact: string | null;
  /** What can be done about it here with one press. */
  repair: Repair | null;
};

export type Looked =
  /** `registration` null: it needs none, or the carrier didn't tell. */
  | { is: "there"; number: CarrierNumber; registration: TextRegistration | null }
  | { is: "gone" }
  | { is: "no_account" }
  | { is: "unreachable"; why: string; exact: string | null };

/** Who answers a number: an agent with a published version, or why none does. `isOnly`: there is one agent, which could. */
export type Answerer = {
  is: "answers" | "none" | "archived" | "unpublished";
  name: string | null;
  isOnly: boolean;
};

export type Facts = {
  looked: Looked;
  answerer: Answerer;
  pulse: { last_call_at: number | null; calls: number; answered: number };
  /** What the carrier is called here: the platform's is not named to its customers. */
  carrier: string;
  /** Whether the number is in an account of the organization's own. */
  isOwn: boolean;
  fallback: string | null;
  days: number;
  now: number;
};

const finding = (
  title: string,
  tone: Finding["tone"],
  words: string,
  more: Partial<Finding> = {},
): Finding => ({
  title,
  tone,
  words,
  exact: null,
  repair: null,
  ...more,
});

/** At the carrier: whether it is there, in use, and pointed at us. */
function atCarrier({ looked, carrier }: Facts): Finding[] {
  const title = "At the carrier";
  if (looked.is === "no_account")
    return [
      finding(
        title,
        "bad",
        "The account that held this number is no longer connected. Connect it again and import the number, or release it here.",
      ),
    ];
  if (looked.is === "gone")
    return [
      finding(
        title,
        "bad",
        `${carrier} no longer has this number in the account: it was released or moved there. Release it here too.`,
      ),
    ];
  if (looked.is === "unreachable") return [finding(title, "bad", looked.why, { exact: looked.exact })];
  const { trouble, isAimedHere, target } = looked.number;
  const state =
    trouble === null
      ? finding(title, "good", `${carrier} has the number in use.`)
      : finding(title, "bad", `${carrier} doesn't take calls for this number. Ask its support why.`, {
          exact: `Status: ${trouble}`,
        });
  const elsewhere = target === null ? "Its calls go nowhere." : `Its calls go to ${target}.`;
  const aim = isAimedHere
    ? finding("Webhooks", "good", "Calls and reports come here.")
    : finding("Webhooks", "bad", `${elsewhere} They must come here for an agent to answer.`, {
        repair: "webhooks",
      });
  return [state, aim];
}

function ofAgent({ answerer, fallback }: Facts): Finding {
  const title = "Who answers";
  const { is, name, isOnly } = answerer;
  if (is === "answers")
    return finding(title, "good", `${name ?? "An agent"} answers, with a published version.`);
  const instead =
    fallback === null
      ? "Callers hear that no one can take their call."
      : `Callers are put through to ${internationally(fallback)}.`;
  const why = {
    none: "No agent is assigned.",
    archived: `${name ?? "The agent"} is archived.`,
    unpublished: `${name ?? "The agent"} has no published version.`,
  }[is];
  const repair = isOnly && is !== "unpublished" ? "assign" : null;
  return finding(title, "bad", `${why} ${instead}`, { repair });
}

function ofCalls({ pulse, days, now }: Facts, place: Place): Finding[] {
  const { last_call_at, calls, answered } = pulse;
  const last =
    last_call_at === null
      ? finding("Last call", "neutral", "No call has come in yet. Give it a call.")
      : finding("Last call", "good", `The carrier announced the last call ${ago(last_call_at, now, place)}.`);
  if (calls === 0) return [last];
  const percent = Math.round((answered / calls) * 100);
  const words = `${count(answered, place.locale)} of ${count(calls, place.locale)} calls in the last ${days} days were answered (${percent}%).`;
  return [last, finding("Answer rate", percent >= 80 ? "good" : percent >= 50 ? "warn" : "bad", words)];
}

/** Texts from an ordinary number of North America need a registered campaign; a toll-free one is verified instead. */
export const needsRegistration = ({ phone_number, messages }: CarrierNumber): boolean =>
  phone_number.startsWith("+1") && messages !== false;

/** Whether texts to the number come here. */
function ofTexts({ messages, texts }: CarrierNumber, carrier: string): Finding {
  const title = "Texts";
  if (texts.at === "unset")
    return finding(
      title,
      "neutral",
      "The account has no messaging profile here, so its numbers get no texts. Add its id to the account under Telephony.",
    );
  if (messages === false && texts.at !== "elsewhere")
    return finding(title, "neutral", `${carrier} has not set this number up for texts.`, {
      repair: texts.at === "nowhere" ? "webhooks" : null,
    });
  if (texts.at === "here") return finding(title, "good", "Texts to this number come here.");
  const where = texts.target === null ? "Texts to it go nowhere." : `Texts to it go to ${texts.target}.`;
  return finding(title, "warn", `${where} They must come here for an agent to answer.`, {
    repair: "webhooks",
  });
}

const registrationWords: Readonly<Record<TextRegistration, readonly [Finding["tone"], string]>> = {
  registered: ["good", "The number belongs to an approved campaign, so its texts reach US phones."],
  pending: [
    "neutral",
    "The campaign of this number waits for approval. Until then, US networks may block its texts.",
  ],
  refused: ["warn", "The campaign of this number was refused or suspended, so US networks block its texts."],
  none: [
    "warn",
    "The number belongs to no registered campaign (A2P 10DLC), so US networks block texts from it.",
  ],
};

const verificationWords: typeof registrationWords = {
  registered: ["good", "The toll-free number is verified, so its texts reach US and Canadian phones."],
  pending: [
    "neutral",
    "The verification of this toll-free number is under review. Until it's approved, networks block its texts.",
  ],
  refused: ["warn", "The verification of this toll-free number was refused, so networks block its texts."],
  none: ["warn", "This toll-free number isn't verified, so networks block texts from it."],
};

/** What a registration is, and who has it made where it is wanting. */
function registrationFinding(registration: TextRegistration, tollFree: boolean, isOwn: boolean): Finding {
  const [tone, words] = (tollFree ? verificationWords : registrationWords)[registration];
  const who = isOwn
    ? "Register it in the carrier's portal."
    : "It's included with your plan, so your provider registers it: ask them.";
  return finding(
    tollFree ? "Toll-free verification" : "Text registration",
    tone,
    tone === "warn" ? `${words} ${who}` : words,
  );
}

/** What the carrier says of texts and of the shown name; nothing where it does not say. */
function ofRegistration({ looked, carrier, isOwn }: Facts): Finding[] {
  if (looked.is !== "there") return [];
  const { number, registration } = looked;
  const { caller_name } = number;
  const found = [ofTexts(number, carrier)];
  if (registration !== null)
    found.push(registrationFinding(registration, isTollFree(number.phone_number), isOwn));
  found.push(
    caller_name === null
      ? finding(
          "Caller name",
          "neutral",
          `${carrier} doesn't tell whether a name is registered with this number.`,
        )
      : caller_name
        ? finding("Caller name", "good", "A name is registered and shown with this number.")
        : finding(
            "Caller name",
            "neutral",
            "No name is registered with this number, so phones show its digits.",
          ),
  );
  return found;
}

/** @param place the reader's zone and language */
export const findingsOf = (facts: Facts, place: Place): Finding[] => [
  ofAgent(facts),
  ...atCarrier(facts),
  ...ofCalls(facts, place),
  ...ofRegistration(facts),
];
