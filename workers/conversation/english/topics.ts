/** English words about what callers ask: which carry no topic, and which mean the same. */
import { stemmer } from "stemmer";

/** Words that say that something is asked, not what. */
const STOP_WORDS = new Set(
  `a about accept actually after call called calling calls all also am an and any anyone anything are as ask at available away be because been before being bit but by can can't
  cannot could course curious did do does doing don't done ever for from get give go going got guys had has have he hello her here hey hi him his how i
  i'd i'm i've if in into is isn't it it's its just kind know let let's like looking many may me mean might mind more much my myself need no not now
  of off offer oh ok okay on one only or other our out over people per please possible probably question quick quickly really right same say see she should
  so some somebody someone something sorry still such sure take tell than thank thanks that that's the their them then there there's these they thing
  things think this those time to today too try uh um under understand up us use used very wait want wanted was way we well were what what's when where which
  while who who's whole why will with without won't wonder wondering would yeah yes yet you your you're yours guy hear heard treat kinds sort sorts nearby
  actually anyway basically exactly maybe place certain usually nothing both else between during each few most own again further once`.split(
    /\s+/,
  ),
);

/** Words that callers use for one another; the first names the topic. */
const SAME_TOPIC = [
  "price prices cost costs charge charges fee fees rate rates expensive cheap dollars dollar pricing quote estimate afford",
  "parking park car lot garage",
  "insurance insured insurer coverage covered cover plan plans",
  "payment pay paying card cards cash credit debit cheque check visa mastercard amex installments financing",
  "hours open opens opening close closes closed closing hour",
  "address located location street",
  "travel directions direction route",
  "child children kid kids baby babies toddler toddlers pediatric",
  "cancellation cancel cancelling canceling cancellations",
  "wheelchair accessible accessibility disabled ramp elevator lift",
  "email e-mail mail",
  "emergency emergencies urgent",
  "bring paperwork documents document",
  "whitening whiten bleaching bleach",
  "xray x-ray xrays x-rays radiograph",
  "language languages spanish french german",
  "dog dogs cat cats pet pets animal animals",
  "wifi wi-fi internet",
  "refund refunds refunded",
  "discount discounts coupon coupons promotion promotions deal deals",
  "warranty guarantee guaranteed",
  "deliver delivery delivers shipping ship ships",
  "walk-in walkin walk-ins walkins",
  "safe safety",
  "long duration minutes",
  "pain pains painful painless hurt hurts hurting sore",
  "record recorded recording",
  "doctor doctors dentist dentists dr physician",
];

/** What may be asked of a service besides the service itself: an entry that says nothing of it is no answer, whatever else it is about. */
const ASPECTS = new Set(
  "price parking insurance payment hours address travel cancellation wheelchair email language wifi refund discount warranty deliver safe long pain record practitioner"
    .split(" ")
    .map((topic) => stemmer(topic)),
);

/** The words of a question that tell what is asked about its subject. */
export const aspectsOf = (words: readonly string[]): string[] => words.filter((word) => ASPECTS.has(word));

/** Phrases that are one topic although none of their words is. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bhow much\b/g, " price "],
  [/\bhow long\b/g, " long "],
  [/\bwho (does|do|will|performs|would)\b/g, " practitioner "],
  [/\bwhere (are|is|do i find|can i find)\b/g, " address "],
  [/\b(get|find|drive) (there|to you|you|here)\b/g, " travel "],
  [/\bwhat times? (do|are|is)\b/g, " hours "],
  [/\bwhen (do|are) you\b/g, " hours "],
  [/\bwalk(ed)? in\b/g, " walkin "],
  [/\bx ray/g, " xray"],
  [/\be mail/g, " email"],
  [/\b(e-?mail|web|website|internet) address(es)?\b/g, " $1"],
  [/\b(e-?mail|web|website|internet) address(es)?\b/g, " $1"],
  [/\bwi fi\b/g, " wifi"],
];

const topics = new Map<string, string>();
for (const line of SAME_TOPIC) {
  const [name = "", ...others] = line.split(" ");
  const topic = stemmer(name);
  for (const word of [name, ...others]) topics.set(stemmer(word), topic);
}

const PRICE = stemmer("price");

/** The words of a text that carry its topic, stemmed, one form for words that mean the same. In order, with repetitions. */
export function topicWords(text: string): string[] {
  let line = text.toLowerCase().replaceAll("’", "'");
  for (const [phrase, topic] of PHRASES) line = line.replace(phrase, topic);
  return (line.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => {
      const stem = stemmer(word.replace(/'s$/, ""));
      return topics.get(stem) ?? stem;
    });
}

/** Whether a question is for a price and names nothing that has one ("how much?"). */
export function isMerePrice(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => word === PRICE);
}
