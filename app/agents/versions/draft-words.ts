/** What is said of a draft beside the version that answers. */
import { counted } from "#app/platform/format.ts";

/** What an agent's page says of its draft and of what answers. */
export interface DraftState {
  /** The version that answers; null: none. */
  readonly version: number | null;
  /** The version on trial, and its share of the calls in per cent. */
  readonly trial: { readonly version: number; readonly share: number } | null;
  /** The highest number that a version has. */
  readonly latest: number;
  /** "version 3", "version 3, version 4 on 10% of calls" */
  readonly answers: string;
  /** "3 changes not published"; null: the draft is what answers. */
  readonly unpublished: string | null;
}

type Live = {
  version: number;
  trial: DraftState["trial"];
  latest: number;
  changes: readonly unknown[];
} | null;

export function draftStateOf(live: Live, locale: string): DraftState {
  const changed = live?.changes.length ?? 0;
  return {
    version: live?.version ?? null,
    trial: live?.trial ?? null,
    latest: live?.latest ?? 0,
    answers: answersWith(live),
    unpublished:
      live === null
        ? "not published yet"
        : changed === 0
          ? null
          : `${counted(changed, "change", "changes", locale)} not published`,
  };
}

function answersWith(live: Live): string {
  if (live === null) return "no version";
  const { version, trial } = live;
  if (trial === null) return `version ${version}`;
  return `version ${version}, version ${trial.version} on ${trial.share}% of calls`;
}
