/** Text messages of the organization's numbers, as pages, workers and webhooks use them. */

export { confirm, fromCall } from "./from-calls.store.ts";
export { receive } from "./incoming.store.ts";
export { claim, report, sent } from "./sending.store.ts";
export { isConversation, isThere, letAgent, list, markRead, open } from "./threads.store.ts";
export { answered, begin, endQuiet } from "./turns.store.ts";
export { write, writeTo } from "./writing.store.ts";
