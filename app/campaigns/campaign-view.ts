/** What the pages of campaigns show, already in words: the server makes it, components draw it. */
import type { ShareBar } from "#app/ui/share-bar.ts";
import type { CampaignStatus } from "./campaign.schema.ts";
import type { FormStep } from "./setup-steps.ts";
import type { Typed } from "./setup-values.ts";

/** Why the organization runs no campaign, for a page that says so. */
export type Closed = {
  /** Whether the member can choose a plan. */
  readonly offersPlan: boolean;
};

export type CampaignListRow = {
  readonly id: string;
  readonly name: string;
  /** Who calls whom, in a line. */
  readonly what: string;
  readonly status: CampaignStatus;
  /** "420 of 2,000 called"; who was called and who may not be, in percent; null: it has no people yet. */
  readonly progress: { readonly words: string; readonly share: number; readonly blocked: number } | null;
  readonly reached: string | null;
  readonly cost: string | null;
  readonly when: string;
  readonly exactly: string;
};

export type SetupChoice = {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
};

/** What can be chosen in the steps. */
export type SetupChoices = {
  readonly lists: readonly SetupChoice[];
  readonly segments: readonly SetupChoice[];
  readonly tags: readonly SetupChoice[];
  /** Files whose people join the chosen lists, and how far they are. */
  readonly files: readonly {
    readonly to: string;
    readonly name: string;
    readonly words: string;
    readonly isRunning: boolean;
  }[];
  readonly agents: readonly SetupChoice[];
  readonly numbers: readonly SetupChoice[];
  readonly zones: readonly SetupChoice[];
  readonly outcomes: readonly SetupChoice[];
  /** ISO 4217 */
  readonly currency: string;
  /** What is left on a voicemail, or why nothing is. */
  readonly voicemail: string;
  /** What all campaigns together may call, and by which clock. */
  readonly caps: string;
  /** What a number gets at most. */
  readonly numberCaps: string;
};

export type ShownForm = {
  readonly step: FormStep;
  readonly values: Typed;
  readonly choices: SetupChoices;
  /** Of the draft that it shows; null: there is none yet. */
  readonly version: string | null;
};

/** A figure of a row of figures. */
export type ShownFigure = { readonly label: string; readonly value: string; readonly note?: string };

export type BlockedCause = {
  readonly cause: string;
  readonly title: string;
  readonly what: string;
  readonly count: string;
  /** Where all of them are listed. */
  readonly to?: string;
  /** `to`: null leads nowhere. */
  readonly examples: readonly { readonly key: string; readonly words: string; readonly to: string | null }[];
};

/** A part of the setup in words. `step`: where it is changed; null: not now. */
export type SetupFact = { readonly title: string; readonly words: string; readonly step: FormStep | null };

export type Review = {
  /** What is still missing; nothing can start before. */
  readonly problems: readonly { readonly step: FormStep; readonly words: string }[];
  readonly facts: readonly SetupFact[];
  /** Null: something is missing that it needs. */
  readonly dryRun: {
    readonly figures: readonly ShownFigure[];
    /** The caps that it was planned by, and how many people it is estimated from where that is not everyone. */
    readonly note: string;
    readonly byDay: readonly ShareBar[];
    /** Days beyond those shown, in words. */
    readonly more: string | null;
    readonly blocked: readonly BlockedCause[];
    readonly question: string;
  } | null;
  readonly closed: Closed | null;
  /** Its first day, if that is a later one. */
  readonly startsLater: string | null;
};

/** Someone who is being called. */
export type CalledNow = {
  readonly id: string;
  readonly who: string;
  readonly number: string | null;
  readonly state: string;
  readonly isTalking: boolean;
  readonly since: string;
  /** The call's page; null: there is none yet, or the reader may not open it. */
  readonly to: string | null;
};

/** What can be done with a campaign as it stands. */
export type CampaignDeeds = {
  readonly pause: boolean;
  readonly resume: boolean;
  readonly stop: boolean;
  readonly redial: boolean;
  readonly remove: boolean;
  /** A draft is set up further. */
  readonly setUp: boolean;
};
