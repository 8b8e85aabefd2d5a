/** What an article of the help pages is. */

export const topics = [
  "Getting started",
  "Agents",
  "Calls",
  "Numbers",
  "Team and organization",
  "Your account",
  "Plan and billing",
  "Brand and domains",
  "Clients",
  "When something's wrong",
  "Running the platform",
] as const;
export type Topic = (typeof topics)[number];

export type Article = {
  /** Its address: /help/<slug>. */
  readonly slug: string;
  readonly title: string;
  /** What it helps with, in one sentence. */
  readonly summary: string;
  readonly topic: Topic;
  /** The pages that it explains, the first one above all; an article about a page that is hidden from its reader is hidden too. */
  readonly pages: readonly string[];
  /** Who it is for, where not everyone: organizations that may have clients, or platform admins. */
  readonly audience?: "agency" | "platform";
  /** Further words that find it. */
  readonly words?: string;
  /** As `help-text.ts` reads it. */
  readonly body: string;
};
