/** Has a provider speak a text in a voice of the catalogue: within limits of size and time, or why it did not. */
import { decodeBase64 } from "@oslojs/encoding";
import { z } from "zod";
import type { SpeechProvider } from "#app/models/key-providers.ts";
import { signedForPolly } from "#app/models/polly-request.server.ts";
import { refusalOf, type SpeechRefusal } from "#app/models/speech-refusal.server.ts";
import { bounded } from "#app/platform/body.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { Fault } from "#app/platform/errors.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import type { ListedVoice } from "./catalogue.ts";

export type NotSpoken = SpeechRefusal | "too_large";
type Spoken = { ok: true; mp3: Uint8Array<ArrayBuffer> } | { ok: false; reason: NotSpoken };

/** Until the whole answer is read. */
const patience_ms = 8 * second_ms;
const mostBytes = 1_048_576;
/** The same as base64, with the JSON around it. */
const mostJsonBytes = 1_500_000;

/** Whose key the voices of a provider need. */
export const speechProviderOf: Readonly<Record<ListedVoice["voice"]["provider"], SpeechProvider>> = {
  google: "google_tts",
  elevenlabs: "elevenlabs",
  amazon: "polly",
};

const askElevenLabs = ({ voice }: ListedVoice, text: string, key: string): Promise<Response> =>
  outbound(
    `https://api.elevenlabs.io/v1/text-to-speech/${encodeURIComponent(voice.id)}?output_format=mp3_44100_64`,
    {
      method: "POST",
      headers: { "xi-api-key": key, "content-type": "application/json", accept: "audio/mpeg" },
      body: JSON.stringify({ text, model_id: "eleven_flash_v2_5" }),
    },
    patience_ms,
  );

const askGoogle = ({ voice, locale }: ListedVoice, text: string, key: string): Promise<Response> =>
  outbound(
    "https://texttospeech.googleapis.com/v1/text:synthesize",
    {
      method: "POST",
      // In a header and not in the address, which would stand in logs.
      headers: { "x-goog-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({
        // `text` is spoken as it is: markup would have to be sent as `ssml`.
        input: { text },
        voice: { languageCode: locale, name: voice.id },
        audioConfig: { audioEncoding: "MP3" },
      }),
    },
    patience_ms,
  );

/** `Mía-Generative` is the carrier's name: Amazon's has no accent, and its engine apart. */
async function askPolly({ voice }: ListedVoice, text: string, key: string): Promise<Response> {
  const [name = "", engine = ""] = voice.id.split("-");
  const body = JSON.stringify({
    Engine: engine.toLowerCase(),
    OutputFormat: "mp3",
    Text: text,
    TextType: "text",
    VoiceId: name.normalize("NFD").replace(/\p{M}/gu, ""),
  });
  const { address, headers } = await signedForPolly(key, { method: "POST", path: "/v1/speech", body });
  return outbound(address, { method: "POST", headers, body }, patience_ms);
}

const asking: Readonly<
  Record<SpeechProvider, (voice: ListedVoice, text: string, key: string) => Promise<Response>>
> = { elevenlabs: askElevenLabs, google_tts: askGoogle, polly: askPolly };

async function bytesOf({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  return new Uint8Array(await new Response(bounded(body, most)).arrayBuffer());
}

const googleAnswer = z.object({ audioContent: z.string().min(1) });

async function fromGoogle(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextDecoder().decode(await bytesOf(answer, mostJsonBytes));
  return new Uint8Array(decodeBase64(googleAnswer.parse(JSON.parse(text)).audioContent));
}

/** A frame of MPEG audio, or the tag that may stand before it: nothing else is handed on as audio. */
const isMp3 = ([a, b = 0, c]: Uint8Array): boolean =>
  (a === 0xff && b >= 0xe0) || (a === 0x49 && b === 0x44 && c === 0x33);

export async function speak(
  voice: ListedVoice,
  text: string,
  { provider, key }: { provider: SpeechProvider; key: string },
): Promise<Spoken> {
  try {
    const answer = await asking[provider](voice, text, key);
    if (!answer.ok) return { ok: false, reason: await refusalOf(answer) };
    const mp3 = await (provider === "google_tts" ? fromGoogle(answer) : bytesOf(answer, mostBytes));
    return isMp3(mp3) ? { ok: true, mp3 } : { ok: false, reason: "silent" };
  } catch (error) {
    // No answer in time, a broken connection, a redirect, or no answer of this provider's.
    return { ok: false, reason: error instanceof Fault ? "too_large" : "silent" };
  }
}
