/** What is done with agents, what they know and how they sound, numbers and messages, in words. */
import { say, type Words, withCustomer, withNumber, withProvider } from "./audit-parts.ts";

export const agentWords: Readonly<Record<string, Words>> = {
  "agent.archived": "Archived an agent",
  "agent.changed": ({ changes }) =>
    changes?.version === undefined ? "Changed an agent" : "Saved an agent's draft",
  "agent.created": ({ changes }) => (changes?.copy_of ? "Duplicated an agent" : "Created an agent"),
  "agent.exported": "Downloaded an agent's setup",
  "agent.published": ({ changes }) =>
    changes?.from === undefined
      ? `Published version ${changes?.version} of an agent${changes?.share === undefined ? "" : ` for ${changes.share} % of its calls`}`
      : `Published version ${changes.from} of an agent again, as version ${changes.version}`,
  "agent.redrafted": ({ changes }) =>
    changes?.version === undefined
      ? "Discarded the changes of an agent's draft"
      : `Took version ${changes.version} of an agent up as its draft`,
  "agent.rolled_back": ({ changes }) =>
    `Version ${changes?.version} of an agent did worse in its calls, so version ${changes?.to_version} answers again`,
  "agent.secrets_changed": "Changed the secrets of an agent's tools",
  "agent.settled": ({ changes }) => `Gave all calls to version ${changes?.version} of an agent`,
  "agent.taken_back": ({ changes }) => `Took back version ${changes?.version} of an agent`,
  "agent.tried": withCustomer("Tried an agent of a customer", "Support tried an agent by text"),
  "knowledge.added": "Added knowledge",
  "knowledge.changed": "Changed knowledge",
  "knowledge.deleted": "Deleted knowledge",
  "knowledge.refreshed": "Had knowledge read again",
  "message.done": "Marked a message as done",
  "message.reopened": "Reopened a message",
  "models.key_added": withProvider("Added a key of an AI provider"),
  "models.key_removed": withProvider("Removed a key of an AI provider"),
  "models.key_tested": withProvider("Tested a key of an AI provider"),
  "number.assigned": ({ changes, ...facts }) =>
    changes?.agent_id === null
      ? say(withNumber("Unassigned"), { changes, ...facts })
      : say(withNumber("Assigned"), { changes, ...facts }),
  "number.bought": withNumber("Bought"),
  "number.refunded": "Refunded a number that could not be bought",
  "number.released": withNumber("Released"),
  "question.dismissed": "Dismissed a question of callers",
  "question.merged": "Merged two questions of callers",
  "voices.chosen": "Chose the default and fallback voices",
  "voices.word_added": "Added a pronunciation",
  "voices.word_removed": "Removed a pronunciation",
};
