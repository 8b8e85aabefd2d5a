/** A call from a browser, by microphone or by text: the line with the browser's own voice and ear. */
import { browserVoice, canListen, type Ear, listen, openSocket } from "./browser-voice.ts";
import { CallLine, freshLine, type LineState } from "./call-line.ts";

/** What the product gives to a browser that may call. */
export type Opening = {
  readonly ticket: string;
  readonly call: string;
  readonly agent: string;
  readonly language: string;
};

export type CallState = LineState & {
  /** `typed`: the conversation is only written; `refused`: the microphone may not be used. */
  readonly mode: "spoken" | "typed" | "refused";
};

export const freshCall: CallState = { ...freshLine, mode: "typed" };

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether the microphone has heard the agent itself, from the speaker beside it. */
export const isEcho = (heard: string, { speaking, lines }: LineState): boolean => {
  const last = lines.findLast(({ who }) => who === "agent")?.text ?? "";
  return speaking && plain(last).includes(plain(heard));
};

export class BrowserCall {
  readonly #line: CallLine;
  #ear: Ear | null = null;
  #state: CallState;
  #isWriting = false;

  /** Opens the line. @param origin where the ticket came from */
  constructor(
    opening: Opening,
    { origin, spoken, changed }: { origin: string; spoken: boolean; changed(state: CallState): void },
  ) {
    const isSpoken = spoken && canListen();
    this.#state = { ...freshCall, mode: isSpoken ? "spoken" : "typed" };
    const tell = (change: Partial<CallState>) => {
      this.#state = { ...this.#state, ...change };
      if (this.#state.status === "ended") this.#ear?.stop();
      changed(this.#state);
    };
    const voice = isSpoken ? browserVoice(opening.language) : null;
    const speaks = (language: string) => {
      voice?.speaks(language);
      this.#ear?.speaks(language);
    };
    const open = openSocket(origin, opening.ticket);
    this.#line = new CallLine(opening.call, { open, voice, speaks }, tell);
    if (!isSpoken) return;
    this.#ear = listen(opening.language, {
      speaking: (words) => {
        if (isEcho(words, this.#state)) return;
        this.#line.interrupt();
        this.#line.speaking(true);
      },
      words: (words) => {
        if (!isEcho(words, this.#state)) this.#line.say(words);
      },
      refused: () => tell({ mode: "refused" }),
    });
  }

  say(words: string): void {
    this.#isWriting = false;
    this.#line.say(words);
  }

  /** The caller began to write: the agent waits. */
  writing(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#line.speaking(true);
  }

  end(): void {
    this.#ear?.stop();
    this.#line.end();
  }
}
