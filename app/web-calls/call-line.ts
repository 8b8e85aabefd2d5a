/**
 * The browser's side of a call. It plays the carrier's part of the relay protocol (docs/telephony.md, "Frames from the
 * carrier"): says what the agent sends, reports what was heard, and interrupts. Socket, voice and clock are passed in.
 */

/** How the agent's words are spoken. */
export type Voice = {
  /** Says words after those that wait; reports once they were said, or how many characters of them so far. */
  say(words: string, report: { began(): void; reached(characters: number): void; said(): void }): void;
  /** Falls silent at once, and forgets what waits. */
  hush(): void;
};

export type LineWorld = {
  /** Opens the call's socket. */
  open(report: { opened(): void; heard(text: string): void; closed(): void }): {
    send(text: string): void;
    close(): void;
  };
  /** Null: the agent's words are only shown. */
  voice: Voice | null;
  /** From here on the call is in this language (BCP 47). */
  speaks(language: string): void;
};

export type Said = { readonly id: number; readonly who: "agent" | "caller"; readonly text: string };

export type LineState = {
  readonly status: "connecting" | "talking" | "ended";
  readonly lines: readonly Said[];
  /** Whether the agent is speaking, or writing. */
  readonly speaking: boolean;
  /** Whether the line broke, rather than that one side ended it. */
  readonly isLost: boolean;
};

export const freshLine: LineState = { status: "connecting", lines: [], speaking: false, isLost: false };

/** What a caller may say in one turn, in characters. */
export const longestWords = 1000;

/** Where a sentence of a growing text ends, so that it can be spoken; 0: nowhere yet. */
function sentenceEnd(text: string): number {
  const found = /[.!?…]["')\]]{0,3}\s/.exec(text);
  return found ? found.index + found[0].length : 0;
}

type Frame = { type: string; token: string; last: boolean; language: string };

function frameOf(text: string): Frame | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("type" in value)) return null;
    const token = "token" in value && typeof value.token === "string" ? value.token : "";
    const language = "ttsLanguage" in value && typeof value.ttsLanguage === "string" ? value.ttsLanguage : "";
    return { type: String(value.type), token, last: "last" in value && value.last === true, language };
  } catch {
    return null;
  }
}

export class CallLine {
  readonly #world: LineWorld;
  readonly #changed: (state: LineState) => void;
  readonly #socket: ReturnType<LineWorld["open"]>;
  #state = freshLine;
  #ids = 0;
  /** Words that came and are not yet handed to the voice. */
  #unspoken = "";
  /** Sentences that the voice has and has not said to their end. */
  #waiting: string[] = [];
  /** What was heard of the agent's words since it began to speak. */
  #heard = "";
  #reached = 0;
  /** Whether more words of this answer are to come. */
  #isOpen = false;
  #isOver = false;

  /** @param call its name, from its ticket */
  constructor(call: string, world: LineWorld, changed: (state: LineState) => void) {
    this.#world = world;
    this.#changed = changed;
    this.#socket = world.open({
      opened: () => {
        this.#send({ type: "setup", callSid: call });
        this.#set({ status: "talking" });
      },
      heard: (text) => this.#hear(text),
      closed: () => this.#over(this.#state.status !== "ended"),
    });
  }

  /** The caller said or wrote something. Whatever the agent is saying is interrupted. */
  say(words: string): void {
    const text = words.trim().slice(0, longestWords);
    if (text === "" || this.#state.status !== "talking") return;
    this.interrupt();
    this.#set({ lines: [...this.#state.lines, { id: this.#ids++, who: "caller", text }] });
    this.#send({ type: "prompt", voicePrompt: text, lang: "", last: true });
  }

  /** The caller begins to speak, or to write, or stops without a word. */
  speaking(isOn: boolean): void {
    this.#info("clientSpeaking", isOn ? "on" : "off");
  }

  /** Stops what the agent is saying; it learns how much of that was heard. */
  interrupt(): void {
    if (!this.#state.speaking && this.#waiting.length === 0 && this.#unspoken === "") return;
    this.#world.voice?.hush();
    const [current = ""] = this.#waiting;
    const heard = `${this.#heard}${current.slice(0, this.#reached)}`.trim();
    this.#unspoken = "";
    this.#waiting = [];
    this.#isOpen = false;
    this.#send({ type: "interrupt", utteranceUntilInterrupt: heard, durationUntilInterruptMs: 0 });
    this.#info("agentSpeaking", "off");
    this.#quiet();
  }

  /** Hangs up. */
  end(): void {
    this.#over(false);
  }

  #hear(text: string): void {
    const frame = frameOf(text);
    if (frame?.type === "end") this.#over(false);
    if (frame?.type === "language" && frame.language !== "") this.#world.speaks(frame.language);
    if (frame?.type !== "text" || this.#isOver) return;
    if (frame.token !== "") this.#show(frame.token);
    this.#isOpen = !frame.last;
    this.#unspoken += frame.token;
    for (let at = sentenceEnd(this.#unspoken); at > 0; at = sentenceEnd(this.#unspoken)) this.#speak(at);
    if (frame.last && this.#unspoken !== "") this.#speak(this.#unspoken.length);
    this.#settle();
  }

  /** Adds words to the agent's last line, or begins one. */
  #show(token: string): void {
    const { lines } = this.#state;
    const last = lines.at(-1);
    const goes = this.#isOpen && last?.who === "agent";
    const line: Said = goes
      ? { ...last, text: last.text + token }
      : { id: this.#ids++, who: "agent", text: token };
    this.#set({ lines: [...(goes ? lines.slice(0, -1) : lines), line] });
  }

  #speak(length: number): void {
    const words = this.#unspoken.slice(0, length);
    this.#unspoken = this.#unspoken.slice(length);
    if (words.trim() === "") return;
    const { voice } = this.#world;
    this.#waiting.push(words);
    if (!voice) {
      this.#began();
      this.#saidOne();
      return;
    }
    voice.say(words, {
      began: () => this.#began(),
      reached: (characters) => {
        this.#reached = characters;
      },
      said: () => this.#saidOne(),
    });
  }

  #began(): void {
    if (this.#state.speaking) return;
    this.#heard = "";
    this.#set({ speaking: true });
    this.#info("agentSpeaking", "on");
  }

  #saidOne(): void {
    const words = this.#waiting.shift();
    if (words === undefined) return;
    this.#reached = 0;
    this.#heard += words;
    this.#info("tokensPlayed", words.trim());
    this.#settle();
  }

  /** Everything was said: the agent is silent. */
  #settle(): void {
    if (!this.#state.speaking || this.#isOpen || this.#waiting.length > 0 || this.#unspoken !== "") return;
    this.#info("agentSpeaking", "off");
    this.#quiet();
  }

  #quiet(): void {
    this.#reached = 0;
    this.#heard = "";
    this.#set({ speaking: false });
    // Who reads and writes is slower than who listens and speaks: the agent waits for them as for someone who speaks.
    if (!this.#world.voice) this.speaking(true);
  }

  #over(isLost: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#world.voice?.hush();
    this.#socket.close();
    this.#set({ status: "ended", speaking: false, isLost });
  }

  #info(name: string, value: string): void {
    this.#send({ type: "info", name, value });
  }

  #send(frame: object): void {
    if (!this.#isOver) this.#socket.send(JSON.stringify(frame));
  }

  #set(change: Partial<LineState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changed(this.#state);
  }
}
