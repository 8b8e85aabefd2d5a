/** A caller who speaks another language than ours. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { isForeign, onlyEnglish } from "#workers/conversation/english/languages.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { handOver } from "./endings.ts";
import { react, type Turn } from "./turn.ts";

/** Names, addresses and a caller's own words may look like another language. */
const anyLanguage: readonly AgentField["type"][] = ["name", "text", "email"];

/** The caller speaks another language: says so, and offers a person or a call back (docs/conversation.md, "Special situations"). */
export function speaksAnother(turn: Turn, acts: readonly Act[]): boolean {
  const { asked } = turn.state;
  if (asked.what === "message" || (asked.what === "field" && anyLanguage.includes(asked.field.type)))
    return false;
  const informs = acts.some(({ act }) => act === "inform" || act === "correct" || act === "choose");
  if (informs || !isForeign(turn.utterance)) return false;
  react(turn, onlyEnglish);
  handOver(turn);
  return true;
}
