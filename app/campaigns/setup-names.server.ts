/** The names of lists, segments, agents and numbers that campaigns name by id. */
import type { Actor } from "#app/membership/actor.ts";
import type { SetupNames } from "./setup-facts.ts";

export async function setupNames({ store }: Pick<Actor, "store">): Promise<SetupNames> {
  const [audience, agents, numbers] = await Promise.all([
    store.audienceChoices.names(),
    store.agents.names(),
    store.numbers.list(),
  ]);
  const byId = (all: readonly { id: string; name: string }[]) =>
    new Map(all.map(({ id, name }) => [id, name]));
  return {
    lists: byId(audience.lists),
    segments: byId(audience.segments),
    agents: byId(agents),
    numbers: new Map(numbers.map(({ id, shown }) => [id, shown])),
  };
}
