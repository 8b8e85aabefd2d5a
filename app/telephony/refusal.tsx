// A carrier's refusal: in plain words, with its own error below.

export interface RefusalProps {
  /** Null: nothing was refused. */
  readonly words: string | null;
  /** The carrier's own error, with its code. */
  readonly exact: string | null;
}

export function Refusal({ words, exact }: RefusalProps) {
  if (words === null) return null;
  return (
    <div role="alert" className="grid gap-1 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad text-control">
      <p>{words}</p>
      <Exact words={exact} />
    </div>
  );
}

/** The carrier's own words. */
export const Exact = ({ words }: { readonly words: string | null }) =>
  words !== null && (
    <code className="wrap-anywhere mt-1 block w-fit rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-ink-2 text-meta">
      {words}
    </code>
  );
