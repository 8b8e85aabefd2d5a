/** Runs the conversation's measurements in plain Node and prints them as lines for `npm run bench`. */
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { conversationBench } = await import("../tests/bench/conversation.bench.ts");
for (const row of await conversationBench()) console.log(`BENCH ${JSON.stringify(row)}`);
