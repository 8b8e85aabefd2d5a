/** What can be done with voices: favor one, choose the default and the fallback, say how words are said. */
import { z } from "zod";
import { verb } from "#app/membership/verb.ts";
import { languageOf, listedByKey } from "./catalogue.ts";
import { pronunciation } from "./voice-settings.schema.ts";

/** The key of a voice of the catalogue. */
const listedKey = z
  .string()
  .max(140)
  .refine((key) => listedByKey(key) !== null, "Choose one from the list");
/** "": the product's own choice. */
const listedOrNone = z.union([z.literal(""), listedKey]);

type Favored = { ok: true } | { ok: false; reason: "full" };

/** Makes a voice a favorite of the organization, or no longer. */
export const favorVoice = verb(
  {
    verb: "voices.favor",
    permission: "agents.write",
    section: "agents",
    input: z.object({ voice: listedKey, on: z.boolean() }),
  },
  async (actor, { voice, on }): Promise<Favored> =>
    (await actor.store.voices.favor(voice, on)) ? { ok: true } : { ok: false, reason: "full" },
);

/** Sets the voice that new agents take, which speaks their language, and the one that takes the place of a voice that cannot be used. */
export const chooseVoices = verb(
  {
    verb: "voices.choose",
    permission: "agents.write",
    section: "agents",
    input: z.object({
      default_voice: listedOrNone.refine(
        (key) => key === "" || languageOf(listedByKey(key)?.locale ?? "en") === "en",
        "New agents speak English, so choose an English voice",
      ),
      fallback_voice: listedOrNone,
    }),
  },
  async (actor, chosen): Promise<void> => {
    const voiceOf = (key: string) => listedByKey(key)?.voice ?? null;
    await actor.store.voices.choose({
      default_voice: voiceOf(chosen.default_voice),
      fallback_voice: voiceOf(chosen.fallback_voice),
    });
    await actor.record("voices.chosen", actor.organization.id);
  },
);

type Added = { ok: true } | { ok: false; reason: "known" | "full" };

/** Adds a word to the dictionary: agents say it so from the next call. */
export const addWord = verb(
  { verb: "voices.add_word", permission: "agents.write", section: "agents", input: pronunciation },
  async (actor, entry): Promise<Added> => {
    const added = await actor.store.voices.addWord(entry);
    if (added !== "added") return { ok: false, reason: added };
    await actor.record("voices.word_added", actor.organization.id);
    return { ok: true };
  },
);

/** Removes a word from the dictionary. One that is gone already stays so. */
export const removeWord = verb(
  {
    verb: "voices.remove_word",
    permission: "agents.write",
    section: "agents",
    worksUnpaid: true,
    input: z.object({ word: z.string().min(1).max(100) }),
  },
  async (actor, { word }): Promise<void> => {
    if (await actor.store.voices.removeWord(word))
      await actor.record("voices.word_removed", actor.organization.id);
  },
);
