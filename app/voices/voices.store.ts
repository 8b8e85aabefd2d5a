/** The organization's favorites, default and fallback voice, and its dictionary of pronunciations. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { foldedWord } from "./pronounce.ts";
import type { Voice } from "./voice.schema.ts";
import {
  mostFavorites,
  mostWords,
  type Pronunciation,
  type VoiceSettings,
  voiceSettings,
} from "./voice-settings.schema.ts";

const name = "voices";

/** What is chosen. Never missing: an organization that has chosen nothing has the defaults. */
export const read = (db: OrganizationDatabase): VoiceSettings =>
  voiceSettings.parse(db.select().from(settings).where(eq(settings.name, name)).get()?.value ?? {});

function keep(db: OrganizationDatabase, value: VoiceSettings): void {
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

/** Makes a voice a favorite, or no longer. @returns false when there are too many already */
export function favor(db: OrganizationDatabase, key: string, isFavorite: boolean): boolean {
  const now = read(db);
  const others = now.favorites.filter((one) => one !== key);
  if (isFavorite && others.length >= mostFavorites) return false;
  keep(db, { ...now, favorites: isFavorite ? [...others, key] : others });
  return true;
}

/** Sets the voice of new agents and the fallback; null: the product's. */
export function choose(
  db: OrganizationDatabase,
  voices: { default_voice: Voice | null; fallback_voice: Voice | null },
): void {
  keep(db, { ...read(db), ...voices });
}

/** Adds a word to the dictionary. */
export function addWord(db: OrganizationDatabase, entry: Pronunciation): "added" | "known" | "full" {
  const now = read(db);
  if (now.pronunciations.some(({ word }) => foldedWord(word) === foldedWord(entry.word))) return "known";
  if (now.pronunciations.length >= mostWords) return "full";
  const pronunciations = [...now.pronunciations, entry];
  pronunciations.sort((a, b) => (foldedWord(a.word) < foldedWord(b.word) ? -1 : 1));
  keep(db, { ...now, pronunciations });
  return "added";
}

/** Removes a word. @returns false when it is not in the dictionary */
export function removeWord(db: OrganizationDatabase, word: string): boolean {
  const now = read(db);
  const pronunciations = now.pronunciations.filter((one) => foldedWord(one.word) !== foldedWord(word));
  if (pronunciations.length === now.pronunciations.length) return false;
  keep(db, { ...now, pronunciations });
  return true;
}
