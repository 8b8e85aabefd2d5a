/** What the forms of the page of voices become: calls of verbs, and their outcomes in words. */
import type { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { mostFavorites, mostWords } from "./voice-settings.schema.ts";
import { addWord, chooseVoices, favorVoice, removeWord } from "./voice-verbs.server.ts";

/** `errors`: by field; `typed`: what was typed and refused. */
export type Changed = {
  status: number;
  isGood: boolean;
  message: string | null;
  errors: Readonly<Record<string, string[]>>;
  typed: Readonly<Record<string, string>>;
};

const good = (message: string | null): Changed => ({
  status: 200,
  isGood: true,
  message,
  errors: {},
  typed: {},
});
const bad = (message: string): Changed => ({ ...good(message), status: 422, isGood: false });

const refused = (error: z.ZodError, typed: Readonly<Record<string, string>>): Changed => {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? "");
    errors[name] = [...(errors[name] ?? []), message];
  }
  return { ...bad(""), message: null, errors, typed };
};

const texts = (posted: FormData): Record<string, string> =>
  Object.fromEntries(
    [...posted].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Applies the posted change and describes the outcome. */
export async function changeVoices(actor: Actor, posted: FormData): Promise<Changed> {
  const typed = texts(posted);
  switch (typed.do) {
    case "favor":
    case "unfavor":
      return favored(actor, typed);
    case "choose":
      return chosen(actor, typed);
    case "add_word":
      return added(actor, typed);
    case "remove_word":
      return removed(actor, typed);
    default:
      return bad("Reload the page and try again.");
  }
}

async function favored(actor: Actor, typed: Record<string, string>): Promise<Changed> {
  const input = favorVoice.input.safeParse({ voice: typed.voice, on: typed.do === "favor" });
  if (!input.success) return bad("This voice is no longer in the list. Reload the page and try again.");
  const { ok } = await favorVoice(actor, input.data);
  return ok ? good(null) : bad(`You can have at most ${mostFavorites} favorites. Remove one first.`);
}

async function chosen(actor: Actor, typed: Record<string, string>): Promise<Changed> {
  const input = chooseVoices.input.safeParse(typed);
  if (!input.success) return refused(input.error, typed);
  await chooseVoices(actor, input.data);
  return good("Saved. The fallback counts from the next call.");
}

async function added(actor: Actor, typed: Record<string, string>): Promise<Changed> {
  const input = addWord.input.safeParse(typed);
  if (!input.success) return refused(input.error, typed);
  const answer = await addWord(actor, input.data);
  if (answer.ok) return good(`Agents say ${input.data.word} this way from the next call.`);
  if (answer.reason === "full")
    return { ...bad(`The dictionary holds ${mostWords} words. Remove one first.`), typed };
  const message = "This word is already in the dictionary. Remove it first to change it.";
  return { ...good(null), status: 422, isGood: false, errors: { word: [message] }, typed };
}

async function removed(actor: Actor, typed: Record<string, string>): Promise<Changed> {
  const input = removeWord.input.safeParse(typed);
  if (!input.success) return bad("Reload the page and try again.");
  await removeWord(actor, input.data);
  return good(`${input.data.word} was removed.`);
}
