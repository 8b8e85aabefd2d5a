/** The XML that carriers are answered with: what their dialects have in common. */

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Characters that XML cannot contain. */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const escaped = (text: string): string =>
  text.replace(unspeakable, "").replace(/[&<>"']/g, (character) => entities[character] ?? "");

type Attributes = Record<string, string | number | boolean | null>;

export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export const document = (...verbs: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${element("Response", {}, verbs.join(""))}`;

const hangup = element("Hangup", {});

/** Ends the call. */
export const hangUp = (): string => document(hangup);

/** Refuses the call, which costs nothing. */
export const reject = (): string => document(element("Reject", {}));

/** Says a sentence, and goes on. `voice` null: the carrier's own. */
export const say = (words: string, voice: { language: string; voice: string | null }): string =>
  element("Say", voice, escaped(words));

/** Records both sides from here on, each in a channel of its own, until the call ends. */
export const startRecording = (callback: string, more: Record<string, string> = {}): string =>
  element(
    "Start",
    {},
    element("Recording", {
      channels: "dual",
      ...more,
      recordingStatusCallback: callback,
      recordingStatusCallbackEvent: "in-progress completed absent",
      recordingStatusCallbackMethod: "POST",
    }),
  );

/** Says a sentence and ends the call. */
export const sayAndHangUp = (words: string, language: string): string =>
  document(element("Say", { language }, escaped(words)), hangup);
