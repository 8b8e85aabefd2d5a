/** The form of a key: which provider, the key itself, and where another provider of models answers. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";
import { isOwnAddress } from "#app/platform/outbound.server.ts";
import { type KeptProvider, keptNames, keptProviders } from "./key-providers.ts";
import { pollyKey } from "./polly-request.server.ts";

const longestKey = 400;
const longestAddress = 300;

/** The address of a provider as people paste it, without what our requests add. */
function baseOf(typed: string): string {
  let base = typed;
  for (const end of ["/", "/chat/completions", "/"])
    if (base.endsWith(end)) base = base.slice(0, -end.length);
  return base;
}

const modelKey = (key: string): string | null =>
  key.startsWith("sk-")
    ? "That's a key for language models. Choose its provider, or paste another key"
    : null;

const mistaken: Readonly<Record<Exclude<KeptProvider, "compatible">, (key: string) => string | null>> = {
  openai: (key) => {
    if (key.startsWith("sk-ant-"))
      return "That's an Anthropic key. Choose Anthropic, or paste a key of OpenAI";
    return key.startsWith("sk-") ? null : "OpenAI's keys begin with sk-";
  },
  anthropic: (key) => (key.startsWith("sk-ant-") ? null : "Anthropic's keys begin with sk-ant-"),
  elevenlabs: modelKey,
  google_tts: modelKey,
  polly: modelKey,
};

export const keyForm = z
  .object({
    provider: z.enum(keptProviders, { error: "Choose a provider" }),
    name: oneLine(60),
    base_url: oneLine(longestAddress),
    key_id: oneLine(60),
    key: oneLine(longestKey, "Paste the key"),
  })
  .transform(({ key_id, ...typed }, context) => {
    const { provider, key } = typed;
    const refuse = (path: "name" | "base_url" | "key_id" | "key", message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (!/^[\x21-\x7e]+$/.test(key)) refuse("key", "A key has no spaces and no accents. Copy it again");
    else if (key.length < 8) refuse("key", "That's too short for a key. Copy it again");
    else if (provider !== "compatible") {
      const words = mistaken[provider](key);
      if (words !== null) refuse("key", words);
    }
    if (provider === "polly") {
      if (!/^AKIA[0-9A-Z]{12,28}$/.test(key_id))
        refuse("key_id", "Paste the access key ID. It begins with AKIA");
      return { ...typed, key: pollyKey(key_id, key), name: typed.name || keptNames.polly, base_url: null };
    }
    if (provider !== "compatible")
      return { ...typed, name: typed.name || keptNames[provider], base_url: null };
    const base_url = baseOf(typed.base_url);
    if (typed.name === "") refuse("name", "Enter a name, like Groq");
    if (base_url === "")
      refuse("base_url", "Enter the provider's address, like https://api.groq.com/openai/v1");
    else if (!isOwnAddress(base_url) || /[?#]/.test(base_url))
      refuse("base_url", "Enter a public https address, like https://api.groq.com/openai/v1");
    return { ...typed, base_url };
  });
export type TypedKey = z.output<typeof keyForm>;
