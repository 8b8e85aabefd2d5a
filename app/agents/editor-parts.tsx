/** The parts of the editor: one is shown at a time, all belong to one form, and without scripts all are shown. */
import { type ReactNode, useEffect, useState } from "react";
import {
  agentFields,
  type EditorPart,
  editorParts,
  type PartId,
} from "#app/agents/fields/agent-fields.schema.ts";
import { placeOfName } from "#app/agents/fields/field-table.schema.ts";
import { cx } from "#app/ui/cx.ts";
import { SectionIndex } from "#app/ui/section-index.tsx";

type Errors = Readonly<Record<string, unknown>> | undefined;

const wrongIn = (errors: Errors, { id }: EditorPart): number =>
  Object.keys(errors ?? {}).filter((name) => placeOfName(agentFields, name)?.startsWith(`${id}.`)).length;

/** The labels of the parts with errors. */
export const wrongParts = (errors: Errors): string[] =>
  editorParts.filter((part) => wrongIn(errors, part) > 0).map(({ label }) => label);

const partOf = (hash: string): PartId | undefined => editorParts.find(({ id }) => `#${id}` === hash)?.id;

/**
 * The part that is shown: the one that the address's hash names, or after a refused save the first part with an error.
 * @param errors what the server refused, by field name
 * @param first the part that is shown when the hash names none
 */
export function usePart(errors: Errors, first: PartId): [PartId, (part: PartId) => void] {
  const wrong = editorParts.find((part) => wrongIn(errors, part) > 0)?.id;
  const [part, setPart] = useState<PartId>(wrong ?? first);
  useEffect(() => {
    const follow = () => setPart((shown) => partOf(window.location.hash) ?? shown);
    if (!wrong) follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [wrong]);
  useEffect(() => {
    const bad = editorParts.find((one) => wrongIn(errors, one) > 0)?.id;
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
    <SectionIndex
      label="Parts of the agent"
      lines={editorParts.map((part) => ({
        id: part.id,
        label: part.label,
        wrong: wrongIn(props.errors, part),
      }))}
      current={props.current}
      onChoose={(id, event) => {
        event.preventDefault();
        const part = partOf(`#${id}`);
        if (part) props.onChoose(part);
        window.history.replaceState(window.history.state, "", `#${id}`);
      }}
    />
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
