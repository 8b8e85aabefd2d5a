/** How a version changed, field by field: lines that are gone, and new ones. */
import type { Change } from "#app/agents/versions/spec-words.ts";

interface ChangeListProps {
  readonly changes: readonly Change[];
  /** There is no version before it. */
  readonly isFirst: boolean;
}

export function ChangeList({ changes, isFirst }: ChangeListProps) {
  if (isFirst) return <p className="text-ink-2">The first version that was kept.</p>;
  if (changes.length === 0) return <p className="text-ink-2">Nothing is different.</p>;
  return (
    <dl className="grid gap-4">
      {changes.map((change) => (
        <div key={change.path} className="grid gap-1">
          <dt className="font-strong">{change.label}</dt>
          <dd className="grid gap-1 text-control">
            <Lines of={change.gone} is="gone" />
            <Lines of={change.added} is="added" />
            {change.gone.length + change.added.length === 0 && (
              <p className="text-ink-2">{change.isReordered ? "In another order" : "Changed"}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const looks = {
  gone: { mark: "−", words: "Removed: ", className: "bg-bad-soft text-bad" },
  added: { mark: "+", words: "Added: ", className: "bg-good-soft text-good" },
} as const;

/** Equal lines differ by how often each came before. */
const keyed = (lines: readonly string[]) =>
  lines.map((line, at) => ({
    line,
    key: `${line}:${lines.slice(0, at).filter((one) => one === line).length}`,
  }));

function Lines({ of, is }: { readonly of: readonly string[]; readonly is: keyof typeof looks }) {
  const { mark, words, className } = looks[is];
  return keyed(of).map(({ line, key }) => (
    <p key={key} className={`wrap-anywhere flex gap-2 rounded px-2 py-1 ${className}`}>
      <span aria-hidden="true">{mark}</span>
      <span>
        <span className="sr-only">{words}</span>
        {line}
      </span>
    </p>
  ));
}
