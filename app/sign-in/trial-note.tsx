/** What the trial is, for a person who came for one. */

export const TrialNote = ({ words }: { readonly words: string | null }) =>
  words !== null && <p className="rounded-md bg-sunken px-3 py-2.5 text-control text-ink-2">{words}</p>;
