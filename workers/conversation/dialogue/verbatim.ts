/** Answers a caller who asks one of the agent's questions in its very words. */
import { answer, type Turn } from "./turn.ts";

const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
/** So few words may be an answer to our own question. */
const FEWEST_WORDS = 3;

/** Answers an utterance that is an entry's question word for word, whatever else its words could mean. */
export function answerVerbatim(turn: Turn): boolean {
  const asked = plain(turn.utterance);
  if (turn.state.asked.what === "message" || asked.split(" ").length < FEWEST_WORDS) return false;
  const entry = turn.world.agent.knowledge.find(({ question }) => plain(question) === asked);
  if (!entry) return false;
  answer(turn, [entry.answer]);
  turn.state.talked_of = entry.question;
  turn.notes.push({ type: "answered_from", entry_id: entry.id, title: entry.question });
  return true;
}
