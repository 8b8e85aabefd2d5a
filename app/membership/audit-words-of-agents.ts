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
  "call.handed_over": "Transferred a running call",
  "call_back.done": "Marked a callback as done",
  "call_back.not_needed": "Marked a callback as not needed",
  "call_back.reopened": "Reopened a callback",
  "call.spoken_into": "Spoke into a running call",
  "call.placed": "Had an agent call a number",
  "call.stopped": "Ended a running call",
  "call.taken_over": "Took over a running call by phone",
  "call.whispered": "Whispered to the agent of a running call",
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
  "campaign.changed": "Changed a campaign",
  "campaign.created": "Wrote a campaign",
  "campaign.exported": "Downloaded a campaign's results",
  "campaign.ledger_exported": "Downloaded the ledger of campaigns",
  "campaign.limits_changed": "Changed the limits of all campaigns together",
  "campaign.paused": "Paused a campaign",
  "campaign.removed": "Deleted a campaign",
  "campaign.resumed": "Resumed a campaign",
  "campaign.screening_added": "Uploaded a screening list",
  "campaign.screening_removed": "Deleted a screening list",
  "campaign.started": "Started a campaign",
  "campaign.stopped": "Stopped a campaign",
  "protection.blocked": "Blocked a caller",
  "protection.changed": "Changed the limits of call protection",
  "protection.let_in": "Let calls in on a day with much more talk than usual",
  "protection.unblocked": "Unblocked a caller",
  "number.imported": withNumber("Imported"),
  "number.refunded": "Refunded a number that could not be bought",
  "number.released": withNumber("Released"),
  "number.repaired": withNumber("Repaired"),
  "number.routed": withNumber("Changed who answers"),
  "question.dismissed": "Dismissed a question of callers",
  "question.merged": "Merged two questions of callers",
  "transfers.added": "Added a person to call transfer",
  "transfers.changed": "Changed a person of call transfer",
  "transfers.moved": "Changed the order of call transfer",
  "transfers.paused": ({ changes }) =>
    changes?.paused === false
      ? "Let calls through to a person of call transfer again"
      : "Paused a person of call transfer",
  "transfers.removed": "Removed a person from call transfer",
  "text.agent_off": "Took a thread of text messages over from the agent",
  "text.agent_on": "Let an agent answer in a thread of text messages again",
  "text.sent": "Sent a text message",
  "voices.chosen": "Chose the default and fallback voices",
  "voices.word_added": "Added a pronunciation",
  "voices.word_removed": "Removed a pronunciation",
  "workflow.address_renewed": "Changed the address that starts a workflow",
  "workflow.archived": "Archived a workflow",
  "workflow.changed": "Changed a workflow",
  "workflow.created": "Wrote a workflow",
  "workflow.disabled": "Turned a workflow off",
  "workflow.enabled": "Turned a workflow on",
  "workflow.tried": "Tried a workflow out",
  "workflow.retried": ({ changes }) =>
    changes?.runs === undefined
      ? "Began a run of a workflow again"
      : `Began failed runs of a workflow again: ${changes.runs}`,
};
