/** What only the called person hears before the two are joined, and the key with which they accept or decline. */
import type { WhisperAnswer } from "./answers.ts";
import { fetchDocument, pass, type Step, type StepIn } from "./line-inputs.ts";
import type { PhoneCall } from "./phone-call.ts";
import { type DialledNumber, parseTwiml, type Verb } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";
import { TwimlError } from "./twiml-xml.ts";

/** Documents that redirect in circles are stopped. */
const longestPath = 10;
const msPerCharacter = 1000 / 15;

type Between = {
  call: PhoneCall;
  leg: PhoneCall;
  /** Null: the person at the sandbox's phone decides by hand. */
  does: WhisperAnswer | null;
};
/** `join`: the document ended, so the two are joined; `over`: the called phone is off; or the caller stepped in. */
type Heard = "join" | "over" | StepIn;

const keys: Partial<Record<WhisperAnswer, string>> = { accept: "1", decline: "2" };

/** Runs the documents of a number's `url` on the called phone. */
export async function whisper(
  between: Between,
  number: DialledNumber,
  document: Document,
  speak: (prompt: Verb) => Promise<Step>,
): Promise<Heard> {
  if (!number.url) return "join";
  const { leg } = between;
  if (between.does === "hang_up") {
    // They hear the beginning.
    await fetchDocument(leg, { url: resolve(number.url, document), method: number.method });
    return off(leg);
  }
  let step = await fetchDocument(leg, { url: resolve(number.url, document), method: number.method });
  for (let length = 0; length < longestPath; length += 1) {
    if (step.go !== "to") return step.go === "over" ? "over" : "join";
    const next = await runDocument(between, step.document, speak);
    if (next === "over") return off(leg);
    if (next === "join" || "type" in next) return next;
    step = next;
  }
  return off(leg);
}

/** The called phone is off; the carrier reports such a leg as completed, because it was answered. */
async function off(leg: PhoneCall): Promise<"over"> {
  await leg.end("completed", "agent");
  return "over";
}

async function runDocument(
  between: Between,
  document: Document,
  speak: (prompt: Verb) => Promise<Step>,
): Promise<Heard | Step> {
  const { leg } = between;
  let verbs: Verb[];
  try {
    verbs = parseTwiml(document.twiml, leg.dialect.vocabulary);
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    await leg.fail(error.code, `${document.url}: ${error.message}`, "failed");
    return "over";
  }
  for (const verb of verbs) {
    if (verb.verb === "Hangup") return "over";
    if (verb.verb === "Redirect")
      return fetchDocument(leg, { url: resolve(verb.url, document), method: verb.method });
    if (verb.verb === "Gather") {
      const gathered = await gather(between, verb, document);
      if (gathered) return gathered;
    } else if (verb.verb === "Say" || verb.verb === "Play" || verb.verb === "Pause") await speak(verb);
  }
  return "join";
}

type Gather = Extract<Verb, { verb: "Gather" }>;

/** Says the prompts into the called phone and waits for its key; null: none was pressed. */
async function gather(between: Between, verb: Gather, document: Document): Promise<Heard | Step | null> {
  const { call, leg } = between;
  const words = verb.prompts.flatMap((prompt) => (prompt.verb === "Say" ? [prompt.text] : []));
  for (const text of words)
    call.log.tell({
      type: "notice",
      text: `${leg.record.to_number} hears: ${text}`,
      at_ms: call.pace.elapsed(),
    });
  let pressed = between.does && (keys[between.does] ?? null);
  let isOff = false;
  const said_ms = Math.round(words.join(" ").length * msPerCharacter);
  const left = await pass(call, pressed ? said_ms : said_ms + verb.timeout * 1000, (input) => {
    if (input.type !== "colleague") return false;
    pressed = keys[input.does === "busy" ? "decline" : input.does] ?? null;
    isOff = input.does === "hang_up";
    return isOff || pressed !== null;
  });
  if (left) return left;
  if (isOff) return "over";
  if (!pressed) return null;
  const url = verb.action ? resolve(verb.action, document) : document.url;
  return fetchDocument(leg, { url, method: verb.method, params: { Digits: pressed } });
}
