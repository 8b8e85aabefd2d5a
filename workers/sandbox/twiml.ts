/** The part of TwiML that the carrier on this machine runs, parsed strictly: an attribute that Twilio would silently ignore is refused here (docs/telephony.md, "Call markup"). */
import { z } from "zod";
import { type RelayAttributes, relayAttributes } from "./relay-attributes.ts";
import { type Element, parseXml, TwimlError } from "./twiml-xml.ts";

const truth = z.enum(["true", "false"]).transform((value) => value === "true");
const method = z.enum(["GET", "POST"]).default("POST");
const seconds = z.coerce.number().min(0).max(14_400);
const eventList = z.string().transform((names) => names.split(/\s+/).filter(Boolean));

const attributesOf = {
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
type ElementName = keyof typeof attributesOf;
type Read<Name extends ElementName> = z.output<(typeof attributesOf)[Name]>;

export type DialledNumber = Read<"Number"> & { phone_number: string };
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
  | ({ verb: "Dial"; numbers: DialledNumber[] } & Read<"Dial">)
  | { verb: "Start"; recording: RecordingOrder }
  | ({ verb: "Connect"; relay: Relay } & Read<"Connect">);

/**
 * Reads a document into the verbs to run, in order.
 * @throws TwimlError 12100 for what is no XML, 12200 for an element, an attribute or a value that TwiML does not have.
 */
export function parseTwiml(text: string): Verb[] {
  const root = parseXml(text);
  if (root.name !== "Response") throw new TwimlError(12200, `<${root.name}> is not <Response>`);
  read("Response", root);
  return root.children.map(verbOf);
}

function read<Name extends ElementName>(name: Name, element: Element): Read<Name>;
function read(name: ElementName, element: Element): Read<ElementName> {
  const parsed = attributesOf[name].safeParse(element.attributes);
  if (parsed.success) return parsed.data;
  throw new TwimlError(12200, `<${name}>: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
}

function verbOf(element: Element): Verb {
  switch (element.name) {
    case "Say":
      return { verb: "Say", text: element.text, ...read("Say", element) };
    case "Play":
      return { verb: "Play", url: element.text, ...read("Play", element) };
    case "Pause":
      return { verb: "Pause", ...read("Pause", element) };
    case "Hangup":
      read("Hangup", element);
      return { verb: "Hangup" };
    case "Reject":
      return { verb: "Reject", ...read("Reject", element) };
    case "Redirect":
      return { verb: "Redirect", url: element.text, ...read("Redirect", element) };
    case "Gather":
      return { verb: "Gather", prompts: element.children.map(promptOf), ...read("Gather", element) };
    case "Dial":
      return { verb: "Dial", numbers: numbersOf(element), ...read("Dial", element) };
    case "Start":
      read("Start", element);
      return { verb: "Start", recording: read("Recording", only(element, "Recording")) };
    case "Connect":
      return {
        verb: "Connect",
        relay: relayOf(only(element, "ConversationRelay")),
        ...read("Connect", element),
      };
    default:
      throw new TwimlError(12200, `<${element.name}> is no verb that this carrier runs`);
  }
}

function promptOf(element: Element): Verb {
  if (["Say", "Play", "Pause"].includes(element.name)) return verbOf(element);
  throw new TwimlError(12200, `<Gather> holds Say, Play and Pause, not <${element.name}>`);
}

function numbersOf(dial: Element): DialledNumber[] {
  const plain = dial.text
    ? [{ ...read("Number", { ...dial, attributes: {} }), phone_number: dial.text }]
    : [];
  const nested = dial.children.map((child) => {
    if (child.name !== "Number") throw new TwimlError(12200, `<Dial> to <${child.name}> is not played here`);
    return { ...read("Number", child), phone_number: child.text };
  });
  const numbers = [...plain, ...nested];
  if (numbers.length === 0) throw new TwimlError(12200, "<Dial> names nobody");
  return numbers;
}

function relayOf(element: Element): Relay {
  const parameters: Record<string, string> = {};
  for (const child of element.children) {
    if (child.name === "Language") read("Language", child);
    else if (child.name === "Parameter") {
      const { name, value } = read("Parameter", child);
      parameters[name] = value;
    } else throw new TwimlError(12200, `<ConversationRelay> does not hold <${child.name}>`);
  }
  return { ...read("ConversationRelay", element), parameters };
}

function only(parent: Element, name: string): Element {
  const [child, second] = parent.children;
  if (!child || second || child.name !== name)
    throw new TwimlError(12200, `<${parent.name}> holds exactly one <${name}> here`);
  return child;
}
