/** The knowledge in words: states, failures, sizes, refusals. */
import { count, counted } from "#app/platform/format.ts";
import type { AddressRefusal } from "#app/platform/public-address.ts";
import type { ImportFailure, KnowledgeSource, SourceKind } from "./knowledge.schema.ts";

export const kindWords: Readonly<Record<SourceKind, string>> = {
  entry: "Entry",
  file: "File",
  page: "Web page",
};

export const failureWords: Readonly<Record<ImportFailure, string>> = {
  too_large: "It's larger than 10 MB. Upload a smaller file, or split it.",
  too_long:
    "It has more than 2 million characters of text, or takes too long to read. Split it into smaller files.",
  plan_full: "Your plan's space for knowledge is used up. Delete something, then try again.",
  encrypted: "This PDF is password-protected. Save a copy without protection and upload that.",
  no_text:
    "There's no text in it that can be read. A scan needs text recognition first, and a damaged file has to be saved again.",
  unreadable: "We couldn't read it. The file may be damaged, or isn't what its name says.",
  wrong_type: "That address isn't a page, a text or a PDF.",
  unreachable: "The page couldn't be reached. Check the address, then try again.",
  private_address: "That address leads into a private network, so we didn't open it.",
  not_https: "That address isn't secure, or leads to one that isn't. Use one that starts with https://.",
  too_many_redirects: "That address keeps redirecting.",
  too_slow: "The page took longer than 20 seconds to respond. Try again later.",
  same_text: "Another source has exactly the same text.",
  lost: "Reading it didn't finish. Try again.",
};

export const addressWords: Readonly<Record<AddressRefusal, string>> = {
  malformed: "Enter an address, like example.com/prices",
  not_https: failureWords.not_https,
  private_address: "That address leads into a private network. Enter a public page.",
};

export const fileWords = {
  too_large: "That file is larger than 10 MB. Upload a smaller file, or split it.",
  wrong_type: "Upload a text, Markdown, HTML or PDF file.",
  empty: "Choose a file that isn't empty.",
} as const;

export const planFullWords =
  "Your plan's space for knowledge is used up. Delete something, or switch to a larger plan.";

export const knownWords = (title: string): string => `That's already here as “${title}”.`;

/** As the tag of `app/ui` names them. */
export type TagTone = "good" | "brand" | "bad" | "warn" | "neutral";

/** The state of a source: while it is read, how far that is. */
export function stateOf({ state, progress, passages }: KnowledgeSource): { words: string; tone: TagTone } {
  if (state === "waiting") return { words: "Waiting", tone: "neutral" };
  if (state === "reading") return { words: `Reading, ${progress}%`, tone: "brand" };
  if (state === "ready") return { words: "Ready", tone: "good" };
  return passages > 0 ? { words: "Not refreshed", tone: "warn" } : { words: "Failed", tone: "bad" };
}

/** "12 passages, 8,400 characters". */
export const sizeOf = ({ passages, characters }: KnowledgeSource, locale: string): string =>
  `${counted(passages, "passage", "passages", locale)}, ${counted(characters, "character", "characters", locale)}`;

/** "12 of 50 sources, 84,000 of 1,000,000 characters". */
export const usedWords = (
  used: { sources: number; characters: number },
  most: { sources: number; characters: number },
  locale: string,
): string =>
  `${count(used.sources, locale)} of ${count(most.sources, locale)} sources, ${count(used.characters, locale)} of ${count(most.characters, locale)} characters`;

/** The agents that use a source. */
export function usedBy(
  agentIds: readonly string[] | null,
  agents: readonly { id: string; name: string }[],
): string {
  if (agentIds === null) return "All agents";
  const names = agents.filter(({ id }) => agentIds.includes(id)).map(({ name }) => name);
  return names.length === 0 ? "No agent" : names.join(", ");
}
