// The people whom callers are transferred to, in the order in which they are tried.
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { Tag } from "#app/ui/tag.tsx";

export interface ShownTarget {
  readonly id: string;
  readonly name: string;
  readonly shown: string;
  readonly use_when: string;
  readonly mode: string;
  readonly rings: string;
  readonly hours: string;
  readonly users: readonly string[];
  readonly state: { readonly is: "open" | "closed" | "paused"; readonly words: string };
  readonly isPaused: boolean;
}

export interface TargetListProps {
  readonly targets: readonly ShownTarget[];
  readonly canWrite: boolean;
}

const tones = { open: "good", closed: "neutral", paused: "warn" } as const;

export function TargetList({ targets, canWrite }: TargetListProps) {
  return (
    <ol aria-label="People, in the order in which they are called" className="relative">
      {targets.map((target, place) => (
        <li
          key={target.id}
          className="group relative flex gap-3.5 px-4.5 py-4 not-last:border-b max-sm:gap-3"
        >
          <Place number={place + 1} isOpen={target.state.is === "open"} />
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
            <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
              <div className="flex min-w-48 flex-1 items-center gap-2.5">
                <Avatar name={target.name} />
                <div className="min-w-0">
                  <b className="wrap-anywhere block font-strong">{target.name}</b>
                  <span className="text-ink-3 text-meta tabular-nums">{target.shown}</span>
                </div>
              </div>
              <div className="flex max-w-full flex-wrap items-center gap-1.5">
                <Tag tone={tones[target.state.is]} live={target.state.is === "open"}>
                  {target.state.words}
                </Tag>
                {canWrite && <Deeds target={target} place={place} count={targets.length} />}
              </div>
            </div>
            {target.use_when && <p className="wrap-anywhere text-control text-ink-2">{target.use_when}</p>}
            <p className="wrap-anywhere flex flex-wrap gap-x-2 text-ink-3 max-sm:grid max-sm:gap-y-0.5 text-meta tabular-nums">
              <span>{`${target.mode}, ${target.rings}`}</span>
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
              <span>{target.hours}</span>
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
              <span>
                {target.users.length > 0 ? `Used by ${target.users.join(", ")}` : "No agent uses it yet"}
              </span>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The place in the ladder, joined with the one below it. */
function Place({ number, isOpen }: { readonly number: number; readonly isOpen: boolean }) {
  return (
    <span className="relative grid justify-items-center" aria-hidden="true">
      <span
        className={cx(
          "grid size-7 place-items-center rounded-full border font-strong text-meta tabular-nums",
          isOpen ? "border-transparent bg-brand-soft text-brand-text" : "bg-surface text-ink-3",
        )}
      >
        {number}
      </span>
      <span className="-bottom-4 absolute top-8 w-px bg-line group-last:hidden" />
    </span>
  );
}

function Deeds({
  target,
  place,
  count,
}: {
  readonly target: ShownTarget;
  readonly place: number;
  readonly count: number;
}) {
  const { id, name, isPaused } = target;
  const form = `target-${id}`;
  return (
    <span className="flex items-center gap-1.5">
      <ButtonLink to={`?edit=${id}#person`} variant="quiet" size="sm" aria-label={`Edit ${name}`}>
        Edit
      </ButtonLink>
      <OrganizationForm id={form} className="contents" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <RowMenu
          label={`More for ${name}`}
          form={form}
          name="do"
          actions={[
            ...(place > 0 ? [{ label: "Move up", value: "up" }] : []),
            ...(place < count - 1 ? [{ label: "Move down", value: "down" }] : []),
            isPaused ? { label: "Let calls through", value: "resume" } : { label: "Pause", value: "pause" },
            {
              label: "Remove",
              value: "remove",
              tone: "bad",
              question: {
                title: `Remove ${name}?`,
                sentence: "Agents that use this person go on with the others. Past transfers are kept.",
                confirm: `Remove ${name}`,
              },
            },
          ]}
        />
      </OrganizationForm>
    </span>
  );
}
