/** The part of TwiML, and of TeXML, that the carrier on this machine runs, parsed strictly: an attribute that Twilio would silently ignore is refused here (docs/telephony.md, "Call markup"). */
import { z } from "zod";
import { type RelayAttributes, relayAttributes, texmlRelayAttributes } from "./relay-attributes.ts";
import { type Element, parseXml, TwimlError } from "./twiml-xml.ts";

const truth = z.enum(["true", "false"]).transform((value) => value === "true");
const method = z.enum(["GET", "POST"]).default("POST");
const seconds = z.coerce.number().min(0).max(14_400);
const eventList = z.string().transform((names) => names.split(/\s+/).filter(Boolean));

/** TwiML's elements with their attributes. */
export const twiml = {
  Response: z.strictObject({}),
  Say: z.strictObject({
    voice: z.string().optional(),
    language: z.string().optional(),
    loop: z.coerce.number().int().min(0).max(1000).default(1),
  }),
  Play: z.strictObject({
    loop: z.coerce.number().int().min(0).max(1000).default(1),
    digits: z.string().optional(),
  }),
  Pause: z.strictObject({ length: seconds.default(1) }),
  Hangup: z.strictObject({}),
  Reject: z.strictObject({ reason: z.enum(["rejected", "busy"]).default("rejected") }),
  Redirect: z.strictObject({ method }),
  Gather: z.strictObject({
    input: z.string().default("dtmf"),
    action: z.string().optional(),
    method,
    timeout: seconds.default(5),
    finishOnKey: z.string().max(1).default("#"),
    numDigits: z.coerce.number().int().min(1).optional(),
    speechTimeout: z.string().optional(),
    language: z.string().optional(),
    hints: z.string().optional(),
    actionOnEmptyResult: truth.default(false),
  }),
  Dial: z.strictObject({
    action: z.string().optional(),
    method,
    timeout: seconds.default(30),
    callerId: z.string().optional(),
    answerOnBridge: truth.default(false),
    hangupOnStar: truth.default(false),
    timeLimit: seconds.optional(),
    ringTone: z.string().optional(),
    record: z.string().optional(),
    recordingStatusCallback: z.string().optional(),
    recordingStatusCallbackEvent: eventList.optional(),
    recordingStatusCallbackMethod: method,
  }),
  Number: z.strictObject({
    url: z.string().optional(),
    method,
    statusCallback: z.string().optional(),
    statusCallbackEvent: eventList.default(["completed"]),
    statusCallbackMethod: method,
    sendDigits: z.string().optional(),
  }),
  Conference: z.strictObject({
    muted: truth.default(false),
    beep: z.enum(["true", "false", "onEnter", "onExit"]).default("true"),
    startConferenceOnEnter: truth.default(true),
    endConferenceOnExit: truth.default(false),
    maxParticipants: z.coerce.number().int().min(2).max(250).default(250),
    waitUrl: z.string().optional(),
    statusCallback: z.string().optional(),
    statusCallbackEvent: eventList.default([]),
    statusCallbackMethod: method,
  }),
  Start: z.strictObject({}),
  Recording: z.strictObject({
    channels: z.enum(["mono", "dual"]).default("mono"),
    track: z.enum(["inbound", "outbound", "both"]).default("both"),
    trim: z.string().optional(),
    recordingStatusCallback: z.string().optional(),
    recordingStatusCallbackEvent: eventList.default(["completed"]),
    recordingStatusCallbackMethod: method,
  }),
  Connect: z.strictObject({ action: z.string().optional(), method }),
  ConversationRelay: relayAttributes,
  Language: z.strictObject({
    code: z.string(),
    ttsProvider: z.string().optional(),
    voice: z.string().optional(),
    transcriptionProvider: z.string().optional(),
    speechModel: z.string().optional(),
  }),
  Parameter: z.strictObject({ name: z.string(), value: z.string() }),
};
type ElementName = keyof typeof twiml;
type Read<Name extends ElementName> = z.output<(typeof twiml)[Name]>;
/** A carrier's elements with their attributes. */
export type Vocabulary = { readonly [Name in ElementName]: z.ZodType<Read<Name>> };

/** TeXML: the same elements, some with other attributes (docs/telephony.md, "Telnyx"). */
export const texml: Vocabulary = {
  ...twiml,
  Dial: z
    .strictObject({
      action: z.string().optional(),
      method,
      timeout: z.coerce.number().min(5).max(120).default(30),
      callerId: z.string().optional(),
      hangupOnStar: truth.default(false),
      timeLimit: z.coerce.number().min(60).max(14_400).optional(),
    })
    .transform((dial) => ({
      ...dial,
      answerOnBridge: false,
      recordingStatusCallbackMethod: "POST" as const,
    })),
  ConversationRelay: texmlRelayAttributes,
  Recording: z
    .strictObject({
      channels: z.enum(["mono", "single", "dual"]).default("dual"),
      track: z.enum(["inbound", "outbound", "both"]).default("both"),
      trim: z.literal("trim-silence").optional(),
      format: z.enum(["mp3", "wav"]).default("mp3"),
      recordingStatusCallback: z.string().optional(),
      recordingStatusCallbackEvent: eventList.default(["completed"]),
      recordingStatusCallbackMethod: method,
    })
    .transform(({ format: _, ...recording }) => ({
      ...recording,
      channels: recording.channels === "dual" ? ("dual" as const) : ("mono" as const),
    })),
};

export type DialledNumber = Read<"Number"> & { phone_number: string };
export type Conference = Read<"Conference"> & { name: string };
export type RecordingOrder = Read<"Recording">;
export type Relay = RelayAttributes & { parameters: Record<string, string> };

export type Verb =
  | ({ verb: "Say"; text: string } & Read<"Say">)
  | ({ verb: "Play"; url: string } & Read<"Play">)
  | ({ verb: "Pause" } & Read<"Pause">)
  | { verb: "Hangup" }
  | ({ verb: "Reject" } & Read<"Reject">)
  | ({ verb: "Redirect"; url: string } & Read<"Redirect">)
  | ({ verb: "Gather"; prompts: Verb[] } & Read<"Gather">)
  | ({ verb: "Dial"; numbers: DialledNumber[]; conference: Conference | null } & Read<"Dial">)
  | { verb: "Start"; recording: RecordingOrder }
  | ({ verb: "Connect"; relay: Relay } & Read<"Connect">);

/**
 * Reads a document into the verbs to run, in order.
 * @throws TwimlError 12100 for what is no XML, 12200 for an element, an attribute or a value that TwiML does not have.
 */
export function parseTwiml(text: string, vocabulary: Vocabulary = twiml): Verb[] {
  const root = parseXml(text);
  if (root.name !== "Response") throw new TwimlError(12200, `<${root.name}> is not <Response>`);
  return new Reader(vocabulary).verbs(root);
}

/** Reads elements as one carrier knows them. */
class Reader {
  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  verbs(root: Element): Verb[] {
    this.#read("Response", root);
    return root.children.map((child) => this.#verbOf(child));
  }

  #read<Name extends ElementName>(name: Name, element: Element): Read<Name> {
    const parsed = this.#vocabulary[name].safeParse(element.attributes);
    if (parsed.success) return parsed.data;
    throw new TwimlError(12200, `<${name}>: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
  }

  #verbOf(element: Element): Verb {
    switch (element.name) {
      case "Say":
        return { verb: "Say", text: element.text, ...this.#read("Say", element) };
      case "Play":
        return { verb: "Play", url: element.text, ...this.#read("Play", element) };
      case "Pause":
        return { verb: "Pause", ...this.#read("Pause", element) };
      case "Hangup":
        this.#read("Hangup", element);
        return { verb: "Hangup" };
      case "Reject":
        return { verb: "Reject", ...this.#read("Reject", element) };
      case "Redirect":
        return { verb: "Redirect", url: element.text, ...this.#read("Redirect", element) };
      case "Gather":
        return {
          verb: "Gather",
          prompts: element.children.map((prompt) => this.#promptOf(prompt)),
          ...this.#read("Gather", element),
        };
      case "Dial":
        return { verb: "Dial", ...this.#dialledIn(element), ...this.#read("Dial", element) };
      case "Start":
        this.#read("Start", element);
        return { verb: "Start", recording: this.#read("Recording", only(element, "Recording")) };
      case "Connect":
        return {
          verb: "Connect",
          relay: this.#relayOf(only(element, "ConversationRelay")),
          ...this.#read("Connect", element),
        };
      default:
        throw new TwimlError(12200, `<${element.name}> is no verb that this carrier runs`);
    }
  }

  #promptOf(element: Element): Verb {
    if (["Say", "Play", "Pause"].includes(element.name)) return this.#verbOf(element);
    throw new TwimlError(12200, `<Gather> holds Say, Play and Pause, not <${element.name}>`);
  }

  #dialledIn(dial: Element): { numbers: DialledNumber[]; conference: Conference | null } {
    if (dial.children[0]?.name !== "Conference") return { numbers: this.#numbersOf(dial), conference: null };
    const room = only(dial, "Conference");
    if (room.text === "") throw new TwimlError(12200, "<Conference> has no name");
    return { numbers: [], conference: { ...this.#read("Conference", room), name: room.text } };
  }

  #numbersOf(dial: Element): DialledNumber[] {
    const plain = dial.text
      ? [{ ...this.#read("Number", { ...dial, attributes: {} }), phone_number: dial.text }]
      : [];
    const nested = dial.children.map((child) => {
      if (child.name !== "Number")
        throw new TwimlError(12200, `<Dial> to <${child.name}> is not played here`);
      return { ...this.#read("Number", child), phone_number: child.text };
    });
    const numbers = [...plain, ...nested];
    if (numbers.length === 0) throw new TwimlError(12200, "<Dial> names nobody");
    return numbers;
  }

  #relayOf(element: Element): Relay {
    const parameters: Record<string, string> = {};
    for (const child of element.children) {
      if (child.name === "Language") this.#read("Language", child);
      else if (child.name === "Parameter") {
        const { name, value } = this.#read("Parameter", child);
        parameters[name] = value;
      } else throw new TwimlError(12200, `<ConversationRelay> does not hold <${child.name}>`);
    }
    return { ...this.#read("ConversationRelay", element), parameters };
  }
}

function only(parent: Element, name: string): Element {
  const [child, second] = parent.children;
  if (!child || second || child.name !== name)
    throw new TwimlError(12200, `<${parent.name}> holds exactly one <${name}> here`);
  return child;
}
