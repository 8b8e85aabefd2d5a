/** Whether a model reads its own instructions out, which no caller may make it do. */

import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { instructionsOf } from "#app/agents/composed-prompt.ts";

/** So many words in a row are no coincidence. */
const mostShared = 7;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const known = new WeakMap<AgentSpec, string>();

function wordsTold(agent: AgentSpec): string {
  const told = known.get(agent) ?? ` ${wordsOf(instructionsOf(agent)).join(" ")} `;
  known.set(agent, told);
  return told;
}

/** What a business wrote itself may be said; how the agent is told to behave may not. */
export function readsOut(sentence: string, agent: AgentSpec): boolean {
  const words = wordsOf(sentence);
  const told = wordsTold(agent);
  for (let from = 0; from + mostShared <= words.length; from++)
    if (told.includes(` ${words.slice(from, from + mostShared).join(" ")} `)) return true;
  return false;
}
