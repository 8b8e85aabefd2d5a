/** The tool with which a model puts a caller through, and whom its words mean. */
import type { Json } from "#app/platform/json.ts";
import type { Scene, World } from "#workers/conversation/line/conversation.ts";
import { personFor } from "#workers/conversation/line/people.ts";

type People = NonNullable<Scene["people"]>;

/** Without phone numbers: the model names a person, and nothing else can be dialled. */
export function transferFields(
  name: string,
  people: People,
): { description: string; fields: Record<string, { [key: string]: Json }>; required: string[] } {
  const reason = { type: "string", description: "Why, in a few words." };
  if (people.length < 2)
    return {
      description: `Puts the caller through to ${name || "a colleague"}.`,
      fields: { reason },
      required: ["reason"],
    };
  const told = people.map((one) => `${one.name}${one.use_when ? ` (${one.use_when})` : ""}`).join("; ");
  return {
    description: `Puts the caller through to a person who can be reached now: ${told}.`,
    fields: {
      reason,
      to: { type: "string", enum: people.map((one) => one.name), description: "Who fits what they want." },
    },
    required: ["reason", "to"],
  };
}

/** The number that a model's call of the tool means; null: no one can be reached. A name that is none is the choice of the words. */
export const transferNumber = (world: World, to: string | undefined): string | null =>
  world.people?.find(({ name }) => name === to)?.phone_number ?? personFor(world)?.phone_number ?? null;
