/** How much knowledge each plan holds. */

export type KnowledgeLimits = { readonly sources: number; readonly characters: number };

const starter: KnowledgeLimits = { sources: 50, characters: 1_000_000 };
const plans: Readonly<Record<string, KnowledgeLimits>> = {
  starter,
  growth: { sources: 200, characters: 5_000_000 },
  scale: { sources: 1000, characters: 20_000_000 },
  agency: { sources: 2000, characters: 40_000_000 },
};

/** `tier`: `organizations.subscription_tier`; an unknown one has the starter's. */
export const knowledgeLimitsOf = (tier: string): KnowledgeLimits =>
  (Object.hasOwn(plans, tier) ? plans[tier] : undefined) ?? starter;

/** A file, and a web page, may have so many bytes. */
export const mostFileBytes = 10 * 1024 * 1024;
/** One source may have so many characters of text. */
export const mostSourceCharacters = 2_000_000;
/** One source may have so many passages; a text of the most characters has half of it. */
export const mostSourcePassages = 10_000;
