/** The parts of the editor: one is shown at a time, all belong to one form, and without scripts all are shown. */
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { Tag } from "#app/ui/tag.tsx";

export const parts = [
  { id: "conversation", label: "Conversation", holds: /^(?:greeting|fields|when_unknown)\b/ },
  { id: "knowledge", label: "Knowledge", holds: /^(?:knowledge|business_address)\b/ },
  { id: "actions", label: "Actions", holds: /^(?:book|save_lead|take_message|emergency)\b/ },
  { id: "voice", label: "Name and voice", holds: /^(?:name|voice)\b/ },
  { id: "hours", label: "Hours", holds: /^(?:hours|holidays|answers_only_in_hours)\b/ },
  { id: "transfer", label: "Transfer", holds: /^transfer\b/ },
  { id: "advanced", label: "Advanced", holds: /^max_call_minutes\b/ },
] as const;
export type PartId = (typeof parts)[number]["id"];

type Errors = Readonly<Record<string, unknown>> | undefined;

const wrongIn = (errors: Errors, { holds }: (typeof parts)[number]): number =>
  Object.keys(errors ?? {}).filter((name) => holds.test(name)).length;

/** The labels of the parts with errors. */
export const wrongParts = (errors: Errors): string[] =>
  parts.filter((part) => wrongIn(errors, part) > 0).map(({ label }) => label);

const partOf = (hash: string): PartId | undefined => parts.find(({ id }) => `#${id}` === hash)?.id;

/**
 * The part that is shown: the one that the address's hash names, or after a refused save the first part with an error.
 * @param errors what the server refused, by field name
 * @param first the part that is shown when the hash names none
 */
export function usePart(errors: Errors, first: PartId): [PartId, (part: PartId) => void] {
  const wrong = parts.find((part) => wrongIn(errors, part) > 0)?.id;
  const [part, setPart] = useState<PartId>(wrong ?? first);
  useEffect(() => {
    const follow = () => setPart((shown) => partOf(window.location.hash) ?? shown);
    if (!wrong) follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [wrong]);
  useEffect(() => {
    const bad = parts.find((one) => wrongIn(errors, one) > 0)?.id;
    if (bad === undefined) return;
    setPart(bad);
    // The part must be visible before anything in it can take the focus.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#${bad} [aria-invalid="true"]`)?.focus(),
    );
  }, [errors]);
  return [part, setPart];
}

export function PartsNav(props: {
  readonly current: PartId;
  readonly onChoose: (part: PartId) => void;
  readonly errors: Errors;
}) {
  return (
    <nav
      aria-label="Parts of the agent"
      className="flex flex-wrap gap-0.5 lg:sticky lg:top-18 lg:grid lg:content-start"
    >
      {parts.map((part) => {
        const wrong = wrongIn(props.errors, part);
        return (
          <a
            key={part.id}
            href={`#${part.id}`}
            aria-current={props.current === part.id ? "true" : undefined}
            onClick={(event) => {
              event.preventDefault();
              props.onChoose(part.id);
              window.history.replaceState(window.history.state, "", `#${part.id}`);
            }}
            className="flex min-h-8 items-center gap-2 whitespace-nowrap rounded-md px-2.5 text-ink-2 no-underline hover:bg-ink/5 hover:text-ink aria-[current]:bg-brand-soft aria-[current]:font-strong aria-[current]:text-brand-text max-md:min-h-11"
          >
            {part.label}
            {wrong > 0 && <Tag tone="bad">{wrong === 1 ? "1 error" : `${wrong} errors`}</Tag>}
          </a>
        );
      })}
    </nav>
  );
}

export function Part(props: { readonly id: PartId; readonly current: PartId; readonly children: ReactNode }) {
  return (
    <div
      id={props.id}
      className={cx(
        "min-w-0 gap-7 scriptless:not-first:border-t scriptless:not-first:pt-7",
        props.current === props.id ? "grid" : "hidden scriptless:grid",
      )}
    >
      {props.children}
    </div>
  );
}
