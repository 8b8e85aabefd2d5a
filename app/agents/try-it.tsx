/** The phone beside the editor: the person types, the draft answers. Its fields belong to the editor's form, so the draft is what the page shows. */
import { Phone, PhoneOff, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { clockDuration } from "#app/platform/format.ts";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Tag } from "#app/ui/tag.tsx";
import type { Rehearsal, RehearsalLine } from "./rehearsal.schema.ts";

export interface TryItProps {
  /** The id of the editor's form. */
  readonly form: string;
  /** Null before the first call. */
  readonly call: Rehearsal | null;
  readonly isWaiting: boolean;
  /** The last message did not reach the draft. */
  readonly isUnheard: boolean;
  /** Why the draft cannot speak, in words. */
  readonly problem: string | null;
  readonly onPress: (press: "call" | "say") => void;
  readonly onHangUp: () => void;
  /** Who answers; by default the draft of the editor. */
  readonly words?: TryItWords | undefined;
}

export interface TryItWords {
  readonly tag: string;
  /** "the draft" */
  readonly who: string;
  /** Before the first call. */
  readonly hint: string;
}

const draftWords: TryItWords = {
  tag: "Draft",
  who: "the draft",
  hint: "Chat with the draft. It checks your real calendar but won't book anything.",
};

export default function TryIt(props: TryItProps) {
  const { form, call, isWaiting, isUnheard, problem, onPress, onHangUp, words = draftWords } = props;
  const isOn = call !== null && !call.has_ended;
  const footer = useRef<HTMLElement>(null);
  const wasOn = useRef(isOn);
  // The focused element disappears with the call, whichever side hung up: the focus moves to the button for the next
  // call.
  useLayoutEffect(() => {
    const isOver = wasOn.current && !isOn;
    wasOn.current = isOn;
    if (isOver && isNowhere(document.activeElement))
      footer.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isOn]);
  return (
    <aside
      id="try-it"
      aria-label="Try it"
      className="flex min-w-0 scroll-mt-18 flex-col overflow-clip rounded-xl border bg-sunken lg:sticky lg:top-18 lg:h-[min(35rem,calc(100dvh-6rem))]"
    >
      <header className="flex items-center gap-2 border-b px-4 py-3">
        <h2>Try it</h2>
        <Tag>{words.tag}</Tag>
        <span className="flex-1" />
        {isOn && <Clock key={call.lines.length === 0 ? "new" : "on"} />}
      </header>
      <Script lines={call?.lines ?? []} problem={problem} words={words} />
      <footer ref={footer} className="flex items-center gap-2 border-t bg-surface p-3">
        <input type="hidden" form={form} name="rehearsal" value={call ? JSON.stringify(call) : ""} readOnly />
        {isOn ? (
          <Speak
            form={form}
            isWaiting={isWaiting}
            isUnheard={isUnheard}
            onPress={onPress}
            onHangUp={onHangUp}
          />
        ) : (
          <Button
            type="submit"
            form={form}
            formNoValidate
            name="do"
            value="call"
            wide
            icon={<Phone />}
            pending={isWaiting}
            onClick={(event) => {
              event.preventDefault();
              onPress("call");
            }}
          >
            {call ? `Call ${words.who} again` : `Call ${words.who}`}
          </Button>
        )}
      </footer>
    </aside>
  );
}

const isNowhere = (focused: Element | null): boolean => focused === null || focused === document.body;

type SpeakProps = Pick<TryItProps, "form" | "isWaiting" | "isUnheard" | "onPress" | "onHangUp">;

function Speak({ form, isWaiting, isUnheard, onPress, onHangUp }: SpeakProps) {
  const field = useRef<HTMLInputElement>(null);
  const said = useRef("");
  const [presses, setPresses] = useState(0);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const say = () => {
    if (!field.current || isWaiting) return;
    onPress("say");
    said.current = field.current.value;
    field.current.value = "";
    setPresses((before) => before + 1);
  };
  // A message that did not arrive can be sent again as it was typed.
  useEffect(() => {
    if (isUnheard && presses > 0 && field.current?.value === "") field.current.value = said.current;
  }, [isUnheard, presses]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    say();
  };
  return (
    <>
      <input
        ref={field}
        form={form}
        name="say"
        aria-label="Say something"
        placeholder="Say something"
        autoComplete="off"
        maxLength={2000}
        onKeyDown={press}
        className="control flex-1"
      />
      <Button
        type="submit"
        form={form}
        formNoValidate
        name="do"
        value="say"
        variant="go"
        icon={<SendHorizontal />}
        aria-label="Speak"
        pending={isWaiting}
        className="w-8.5 px-0 max-md:w-10"
        onClick={(event) => {
          event.preventDefault();
          say();
        }}
      />
      <Button
        variant="danger"
        icon={<PhoneOff />}
        aria-label="Hang up"
        className="w-8.5 px-0 scriptless:hidden max-md:w-10"
        onClick={onHangUp}
      />
    </>
  );
}

const looks: Record<RehearsalLine["who"], string> = {
  agent: "mr-8 justify-self-start rounded-lg rounded-bl-sm border bg-surface px-3 py-2",
  caller: "ml-8 justify-self-end rounded-lg rounded-br-sm bg-brand-fill px-3 py-2 text-brand-on-fill",
  note: "justify-self-center px-3 py-0.5 text-center text-ink-3 text-meta",
};
const speakers: Record<RehearsalLine["who"], string> = { agent: "Agent: ", caller: "You: ", note: "Note: " };

/** A box that scrolls takes the focus, so that the keyboard scrolls it. */
const scrolls = { tabIndex: 0 };

function Script({
  lines,
  problem,
  words,
}: {
  readonly lines: readonly RehearsalLine[];
  readonly problem: string | null;
  readonly words: TryItWords;
}) {
  const end = useRef<HTMLDivElement>(null);
  // Lines are only added at the end, so their position identifies them.
  const script = lines.map((line, place) => ({ ...line, key: `line-${place}` }));
  // Only this box scrolls to the last line; the page stays.
  useEffect(() => {
    if (lines.length > 0) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [lines]);
  return (
    <div
      ref={end}
      role="log"
      aria-label={`Conversation with ${words.who}`}
      {...scrolls}
      // Text for screen readers is positioned inside this box: in the page it would make the page longer.
      className="relative min-h-48 flex-1 overflow-y-auto p-4 max-lg:max-h-96"
    >
      {lines.length === 0 && problem === null && <p className="text-ink-3 text-meta">{words.hint}</p>}
      <div className="grid gap-2">
        {script.map((line) => (
          <p key={line.key} className={cx("whitespace-pre-wrap break-words", looks[line.who])}>
            <span className="sr-only">{speakers[line.who]}</span>
            {line.text}
          </p>
        ))}
        {problem !== null && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-control">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

/** The duration of the call. */
function Clock() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const tick = window.setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000);
    return () => window.clearInterval(tick);
  }, []);
  return (
    <span aria-hidden="true" className="text-ink-3 text-meta tabular-nums scriptless:hidden">
      {clockDuration(seconds)}
    </span>
  );
}
