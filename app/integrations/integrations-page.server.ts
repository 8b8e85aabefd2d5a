/** /integrations: what can be connected, and how each connection is. */
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { ago } from "#app/platform/format.ts";
import {
  categories,
  providerNames,
  providerSentences,
  statusTones,
  statusWords,
} from "./integration-words.ts";
import { providers } from "./integrations.schema.ts";

const doneSentences = {
  disconnected: "Disconnected. The provider was told to forget our access.",
  left: "Disconnected. The provider didn't confirm that it forgot our access: remove it there, too.",
};

export async function integrationsPage(request: Request, context: Context) {
  const { organization, store } = permitted(context, "organization.write");
  const held = await store.integrations.list();
  const place = { timeZone: organization.timeZone, locale: organization.locale };
  const now = Date.now();
  const used = (at: number | null): string =>
    at === null ? "Not used yet" : `Last used ${ago(at, now, place)}`;
  return {
    done: doneWords(request.url, doneSentences),
    providers: providers.map((provider) => {
      const one = held.find((connection) => connection.provider === provider);
      return {
        id: provider,
        name: providerNames[provider],
        sentence: providerSentences[provider],
        category: categories[provider],
        status: one ? { words: statusWords[one.status], tone: statusTones[one.status] } : null,
        note: one ? `${one.account_label} · ${used(one.last_sync_at)}` : null,
      };
    }),
  };
}
