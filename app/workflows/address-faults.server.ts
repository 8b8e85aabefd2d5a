/** Whether the addresses that a workflow's steps call may be called: by the rule for endpoints of webhooks, before it runs. */
import { addressWords } from "#app/webhooks/endpoint-form.server.ts";
import { endpointRefusal, type Needs } from "#app/webhooks/webhook-verbs.server.ts";
import type { Graph } from "./graph.schema.ts";
import { type GraphFault, graphFaults } from "./graph-faults.ts";
import { steps } from "./steps.schema.ts";

/** The address as it can be judged; null: it is empty, or a field names its host, so that the run alone knows it. */
function judged(typed: string): string | null {
  const url = typed.trim();
  const [upToHost = ""] = /^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(url) ?? [];
  return url === "" || upToHost.includes("{{") ? null : url.replaceAll(/\{\{[^{}]*\}\}/g, "x");
}

/** Everything that is wrong with a workflow, with what is wrong outside of it; empty: it can be turned on. */
export async function allFaults(needs: Needs, graph: Graph): Promise<GraphFault[]> {
  const [address] = steps.webhook.settings;
  const calls = graph.steps.flatMap(({ id, kind, settings }) => {
    const url = kind === "webhook" ? judged(settings.url ?? "") : null;
    return url === null ? [] : [{ id, url }];
  });
  const asked = new Map(
    [...new Set(calls.map(({ url }) => url))].map((url) => [url, endpointRefusal(needs, url)]),
  );
  const found = await Promise.all(
    calls.map(async ({ id, url }): Promise<GraphFault[]> => {
      const reason = (await asked.get(url)) ?? null;
      return reason === null ? [] : [{ step: id, words: `${address?.label}: ${addressWords[reason]}` }];
    }),
  );
  return [...graphFaults(graph), ...found.flat()];
}
