/** The command menu: type a few letters, then go to a page or start something. Keyboard first. */
import "#app/ui/style-nonce.ts";
import { CornerDownLeft, Plus, Search } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import type { Search as Answer } from "#app/calls/history/search.schema.ts";
import { cx } from "#app/ui/cx.ts";
import { veil } from "#app/ui/dialog.tsx";
import { useFocusReturn } from "#app/ui/focus-return.ts";
import { type Command, commandsFor } from "./commands.ts";
import { sections } from "./navigation.ts";

const keepInSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: "nearest" });

const calls = "/call-history";
const places = sections.flatMap((section) => section.places);
/** Typing must pause this long before the server is asked. */
const askedAfter_ms = 200;

/** What the organization has by that name: first the whole list of calls with these words, then the server's results. */
function useFound(wanted: string): Command[] {
  const { load, data } = useFetcher<Answer>();
  useEffect(() => {
    if (wanted.length < 2) return;
    const timer = window.setTimeout(load, askedAfter_ms, `/search?${new URLSearchParams({ q: wanted })}`);
    return () => window.clearTimeout(timer);
  }, [wanted, load]);
  if (wanted.length < 2) return [];
  const list = {
    to: `${calls}?${new URLSearchParams({ q: wanted })}`,
    label: `Search calls for “${wanted}”`,
  };
  // While more is typed, the results for its beginning stay.
  const known = data && data.q !== "" && wanted.startsWith(data.q) ? data.found : [];
  return [
    { ...list, icon: Search },
    ...known.map((one) => ({ ...one, icon: places.find(({ to }) => one.to.startsWith(to))?.icon })),
  ];
}

interface CommandMenuProps {
  readonly closed: readonly string[];
  readonly onClose: () => void;
}

export default function CommandMenu({ closed, onClose }: CommandMenuProps) {
  const list = useId();
  const focus = useFocusReturn();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const found = useFound(closed.includes(calls) ? "" : typed.trim());
  const commands: readonly Command[] = [...commandsFor(typed, closed), ...found];

  const go = (to: string | undefined) => {
    if (to === undefined) return;
    onClose();
    navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setMarked((marked + step + commands.length) % commands.length);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(commands[marked]?.to);
    }
  };

  return (
    <Primitive.Root open onOpenChange={(open) => open || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={veil} />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12dvh] z-40 mx-auto max-w-136 animate-enter overflow-clip rounded-lg bg-surface shadow-lift"
        >
          <Primitive.Title className="sr-only">Search or jump to</Primitive.Title>
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search className="text-ink-3" />
            <input
              role="combobox"
              aria-label="Search or jump to"
              aria-expanded="true"
              aria-controls={list}
              aria-activedescendant={commands[marked] && `${list}-${marked}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Search pages, agents, callers and transcripts"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setMarked(0);
              }}
              onKeyDown={press}
              className="h-12 min-w-0 flex-1 bg-transparent text-script outline-none max-md:text-lead"
            />
          </div>
          <div id={list} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto p-1.5">
            {commands.map((command, place) => (
              <div
                key={`${command.to} ${command.label}`}
                ref={place === marked ? keepInSight : undefined}
                id={`${list}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === marked}
                onMouseMove={() => setMarked(place)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => go(command.to)}
                onKeyDown={press}
                className={cx(
                  "flex h-10 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-ink max-md:h-11",
                  place === marked && "bg-ink/6",
                )}
              >
                <span className="text-ink-3">{command.icon ? <command.icon /> : <Plus />}</span>
                <span className="shrink-0 tabular-nums">{command.label}</span>
                {command.note !== undefined && (
                  <span className="min-w-0 truncate text-ink-3 text-meta">{command.note}</span>
                )}
                {place === marked && <CornerDownLeft className="ml-auto shrink-0 text-ink-3" />}
              </div>
            ))}
          </div>
          {commands.length === 0 && (
            <p role="status" className="px-4 pb-4 text-ink-2">
              No results for “{typed.trim()}”.
            </p>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
