// The panel of messages: what callers left and promised call backs, each with a button that marks it as done.
import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import type { MessageRow } from "./messages.schema.ts";

export interface MessagesPanelProps {
  readonly title: string;
  readonly messages: readonly MessageRow[];
  /** How many there are, shown or not. */
  readonly total: number;
  /** Whether the reader may mark them as done. */
  readonly canFinish: boolean;
  /** Whether each links to its call; not on the call's own page. */
  readonly isLinked: boolean;
  /** The last change on this page; null: none. */
  readonly changed?: { readonly id: string; readonly isDone: boolean } | null | undefined;
  /** The text when there are none; without it the panel is hidden then. */
  readonly none?: string;
}

export function MessagesPanel(props: MessagesPanelProps) {
  const { title, canFinish, isLinked, none } = props;
  const { search } = useLocation();
  const sent = useSentChange();
  const { messages, total } = asSent(props, sent);
  const changed = sent ?? props.changed;
  const gone = changed?.isDone && !messages.some(({ id }) => id === changed.id) ? changed.id : null;
  const notice = useRef<HTMLDivElement>(null);
  // The pressed button disappears: keyboard focus continues at the notice.
  useEffect(() => {
    if (gone !== null && document.activeElement === document.body) notice.current?.focus();
  }, [gone]);
  useFocusOfUndone(sent?.id ?? null);
  if (messages.length === 0 && gone === null && none === undefined) return null;
  return (
    <Panel
      id="messages"
      title={title}
      aside={total > 0 && isLinked && <span className="text-ink-3 text-meta tabular-nums">{total} open</span>}
      flush
    >
      {gone !== null && (
        <div
          ref={notice}
          tabIndex={-1}
          role="status"
          className="flex items-center gap-3 border-b bg-good-soft px-4.5 py-2 text-control"
        >
          <span className="flex-1 text-good">Marked as done.</span>
          {/* Until it is answered there is nothing to take back. */}
          {sent?.id !== gone && <Press id={gone} wanted="undo" words="Undo" label="Undo and reopen" />}
        </div>
      )}
      {messages.length === 0 ? (
        <p className="px-4.5 py-3.25 text-ink-2">{none}</p>
      ) : (
        <Rows label={title}>
          {messages.map((message) => (
            <MessageItem key={message.id} message={message} canFinish={canFinish} isLinked={isLinked} />
          ))}
        </Rows>
      )}
      {total > messages.length && isLinked && (
        <p className="border-t px-4.5 py-2.5 text-control">
          <Link to={{ search: withAll(search) }} preventScrollReset>
            Show all {total}
          </Link>
        </p>
      )}
    </Panel>
  );
}

/** The change that is under way: it is shown at once, and if it fails, what is saved is shown again. */
function useSentChange(): { readonly id: string; readonly isDone: boolean } | null {
  const sent = useNavigation().formData;
  const [id, wanted] = [sent?.get("message"), sent?.get("do")];
  if (typeof id !== "string" || (wanted !== "done" && wanted !== "undo")) return null;
  return { id, isDone: wanted === "done" };
}

type Sent = ReturnType<typeof useSentChange>;

/** The messages as they will be: on the dashboard one that is done leaves, on its call's page it stays. */
function asSent({ messages, total, isLinked }: MessagesPanelProps, sent: Sent) {
  const row = messages.find(({ id }) => id === sent?.id);
  if (!sent || !row) return { messages, total };
  if (isLinked && sent.isDone) return { messages: messages.filter((one) => one !== row), total: total - 1 };
  const changed = { ...row, done: sent.isDone ? { by: "you", when: "just now" } : null };
  return { messages: messages.map((one) => (one === row ? changed : one)), total };
}

/** When a change failed, the focus returns to the button that asked for it, if it was nowhere else meanwhile. */
function useFocusOfUndone(sent: string | null): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const undone = last.current;
    last.current = sent;
    if (sent !== null || undone === null || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`#${CSS.escape(buttonOf(undone))}`)?.focus({ preventScroll: true });
  }, [sent]);
}

const buttonOf = (message: string): string => `change-${message}`;

/** The same page with all open messages. */
function withAll(search: string): string {
  const all = new URLSearchParams(search);
  all.set("messages", "all");
  return `?${all}`;
}

type ItemProps = Pick<MessagesPanelProps, "canFinish" | "isLinked"> & { readonly message: MessageRow };

function MessageItem({ message, canFinish, isLinked }: ItemProps) {
  const { id, call_id, who, face, phone, kind, text, due, when, exactly, done } = message;
  const asked = kind === "message" ? "Message" : due === null ? "Callback" : `Callback: ${due}`;
  return (
    <Row
      title={who}
      aside={<time title={exactly}>{when}</time>}
      to={isLinked ? `/call-history/${call_id}` : undefined}
      note={
        <>
          {done ? `Done by ${done.by}, ${done.when}` : asked}
          {phone && !done && (
            <>
              {" · "}
              <a
                href={`tel:${phone.link}`}
                className="relative z-1 whitespace-nowrap text-ink-2 underline"
                aria-label={face === null ? `Call ${who}` : `Call ${who}, ${phone.shown}`}
              >
                {face === null ? "Call" : phone.shown}
              </a>
            </>
          )}
        </>
      }
      action={
        canFinish && (
          <Press
            id={id}
            wanted={done ? "undo" : "done"}
            words={done ? "Undo" : "Done"}
            label={done ? `Reopen: ${who}` : `Done: ${who}`}
          />
        )
      }
    >
      <span className="line-clamp-4 wrap-anywhere">{text}</span>
    </Row>
  );
}

interface PressProps {
  readonly id: string;
  readonly wanted: "done" | "undo";
  readonly words: string;
  readonly label: string;
}

function Press({ id, wanted, words, label }: PressProps) {
  const { formData } = useNavigation();
  return (
    <OrganizationForm preventScrollReset>
      <input type="hidden" name="message" value={id} />
      <Button
        type="submit"
        name="do"
        value={wanted}
        size="sm"
        id={buttonOf(id)}
        aria-label={label}
        pending={formData?.get("message") === id}
      >
        {words}
      </Button>
    </OrganizationForm>
  );
}
