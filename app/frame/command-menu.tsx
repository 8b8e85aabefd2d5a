/** The command menu: type a few letters, then go to a page, start something, or find a call. Keyboard first. */
import "#app/ui/style-nonce.ts";
import { CornerDownLeft, Search } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useFetcher, useNavigate } from "react-router";
import type { Search as Answer } from "#app/calls/history/search.schema.ts";
import { cx } from "#app/ui/cx.ts";
import { veil } from "#app/ui/dialog.tsx";
import { useFocusReturn } from "#app/ui/focus-return.ts";
import { staysOffline } from "#app/ui/offline-link.ts";
import { isDarkNow, wearTheme } from "#app/ui/theme.ts";
import { type Command, type CommandGroup, type Deed, groupsFor } from "./commands.ts";
import { sections } from "./navigation.ts";

/** Keeps the marked row in sight, and above the first of a group its title. */
function keepInSight(row: HTMLElement | null): void {
  const before = row?.previousElementSibling;
  if (before?.getAttribute("role") !== "option") before?.scrollIntoView({ block: "nearest" });
  row?.scrollIntoView({ block: "nearest" });
}

const calls = "/call-history";
const places = sections.flatMap((section) => section.places);
/** Typing must pause this long before the server is asked. */
const askedAfter_ms = 200;

/** What the organization has by that name; above it, the whole list of calls with these words. */
function useFound(wanted: string): readonly CommandGroup[] {
  const { load, data } = useFetcher<Answer>();
  useEffect(() => {
    if (wanted.length < 2) return;
    const timer = window.setTimeout(load, askedAfter_ms, `/search?${new URLSearchParams({ q: wanted })}`);
    return () => window.clearTimeout(timer);
  }, [wanted, load]);
  if (wanted.length < 2) return [];
  // While more is typed, the results for its beginning stay.
  const isKnown = data !== undefined && data.q !== "" && wanted.startsWith(data.q);
  const found = isKnown ? data.found : [];
  // A search that failed has an empty text: the list of calls can still be asked.
  if (found.length === 0 && data?.q === wanted) return [];
  const list: Command = {
    to: `${calls}?${new URLSearchParams({ q: wanted })}`,
    label: `Search calls for “${wanted}”`,
    icon: Search,
  };
  const results = found.map((one) => ({
    ...one,
    icon: places.find(({ to }) => one.to.startsWith(to))?.icon,
  }));
  return [{ title: "Results", commands: [list, ...results] }];
}

export interface CommandMenuProps {
  readonly closed: readonly string[];
  readonly signOutTo: string;
  readonly onClose: () => void;
  /** Opens the sheet of keyboard shortcuts in place of the menu. */
  readonly onKeys: () => void;
}

export default function CommandMenu({ closed, signOutTo, onClose, onKeys }: CommandMenuProps) {
  const list = useId();
  const focus = useFocusReturn();
  const navigate = useNavigate();
  const leaving = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const wanted = typed.trim();
  const found = useFound(closed.includes(calls) ? "" : wanted);
  const groups = [...groupsFor(typed, closed, isDarkNow()), ...found];
  const commands = groups.flatMap((group) => group.commands);

  const deeds: Record<Deed, () => void> = {
    dark: () => wearTheme("dark"),
    light: () => wearTheme("light"),
    help: () => window.location.assign("/help"),
    keys: onKeys,
    "sign-out": () => leaving.current?.requestSubmit(),
  };
  const choose = (command: Command | undefined) => {
    if (!command) return;
    if (!("deed" in command)) {
      onClose();
      if (!staysOffline(command.to)) navigate(command.to);
      return;
    }
    deeds[command.deed]();
    // The form of the sign-out is in the menu, which stays until the next document.
    if (command.deed === "dark" || command.deed === "light") onClose();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setMarked((marked + step + commands.length) % commands.length);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(commands[marked]);
    }
  };

  return (
    <Primitive.Root open onOpenChange={(open) => open || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={veil} />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12dvh] z-40 mx-auto max-w-136 animate-enter overflow-clip rounded-lg bg-surface shadow-lift [--row:2.25rem] max-md:[--row:2.75rem]"
        >
          <Primitive.Title className="sr-only">Search or jump to…</Primitive.Title>
          <Form ref={leaving} method="post" action={signOutTo} reloadDocument className="hidden" />
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search className="text-ink-3" />
            <input
              role="combobox"
              aria-label="Search or jump to…"
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
              className="h-12 min-w-0 flex-1 bg-transparent text-script outline-none placeholder-shown:text-ellipsis max-md:text-lead"
            />
          </div>
          {/* Titles are as high as rows and the list is a whole number of them, so that no row is cut in half. */}
          <div className="p-1.5">
            <div
              id={list}
              role="listbox"
              aria-label="Results"
              className="max-h-[calc(var(--row)*9)] snap-y snap-mandatory overflow-y-auto overscroll-contain md:[@media(min-height:48rem)]:max-h-[calc(var(--row)*13)]"
            >
              {groups.map(({ title, commands: own }) => (
                <fieldset key={title} aria-label={title} className="min-w-0">
                  <div
                    aria-hidden="true"
                    className="flex h-(--row) snap-start items-end px-2.5 pb-1.5 text-ink-3 text-xs"
                  >
                    {title}
                  </div>
                  {own.map((command) => {
                    const place = commands.indexOf(command);
                    return (
                      <Option
                        key={`${"to" in command ? command.to : command.deed} ${command.label}`}
                        id={`${list}-${place}`}
                        command={command}
                        isMarked={place === marked}
                        onPoint={() => setMarked(place)}
                        onChoose={() => choose(command)}
                        onPress={press}
                      />
                    );
                  })}
                </fieldset>
              ))}
            </div>
          </div>
          {/* Always there, so that a screen reader hears when it gets its words. */}
          <p role="status" className={commands.length === 0 ? "px-4 pb-4 text-ink-2" : "sr-only"}>
            {commands.length === 0 &&
              `No results for “${wanted}”. Try a page, a caller's name or words from a call.`}
          </p>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isMarked: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
  readonly onPress: (event: KeyboardEvent) => void;
}

function Option({ id, command, isMarked, onPoint, onChoose, onPress }: OptionProps) {
  return (
    <div
      ref={isMarked ? keepInSight : undefined}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={onPress}
      className={cx(
        "flex h-(--row) cursor-pointer snap-start items-center gap-2.5 rounded-sm px-2.5 text-ink",
        isMarked && "bg-ink/6",
      )}
    >
      <span className="shrink-0 text-ink-3">{command.icon && <command.icon />}</span>
      <span className="max-w-3/4 shrink-0 truncate tabular-nums">{command.label}</span>
      {command.note !== undefined && (
        <span className="min-w-0 truncate text-ink-3 text-meta">{command.note}</span>
      )}
      {isMarked && <CornerDownLeft className="ml-auto shrink-0 text-ink-3" />}
    </div>
  );
}
