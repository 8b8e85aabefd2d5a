/** Plays two providers of speech: ElevenLabs and Google answer a short MP3, and errors by the beginning of the key. */
import { z } from "zod";

/** Two seconds of silence that carry the text they stand for, so that a test can tell what was spoken. */
const frames = 78;
/** MPEG-1 Layer III, 32 kbit/s, 44.1 kHz, mono; without main data a frame is silent. */
const frame = (): Uint8Array => {
  const bytes = new Uint8Array(104);
  bytes.set([0xff, 0xfb, 0x10, 0xc4]);
  return bytes;
};

/** An ID3v2.3 tag with a title, whose length is written in seven bits a byte. */
function titled(text: string): Uint8Array {
  const title = new TextEncoder().encode(text);
  const size = title.length + 1;
  const long = (value: number) => [value >> 24, value >> 16, value >> 8, value].map((one) => one & 0xff);
  const whole = size + 10;
  const header = [0x49, 0x44, 0x33, 3, 0, 0, (whole >> 21) & 127, (whole >> 14) & 127, (whole >> 7) & 127];
  const id = [...new TextEncoder().encode("TIT2")];
  return new Uint8Array([...header, whole & 127, ...id, ...long(size), 0, 0, 3, ...title]);
}

export const mp3Of = (text: string): Uint8Array<ArrayBuffer> => {
  const parts = [titled(text), ...Array.from({ length: frames }, frame)];
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** More than the product reads of any answer. */
const huge = 4_000_000;

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

/** An error in ElevenLabs' format. */
export const elevenLabsError = (
  status: number,
  word = "internal_server_error",
  message = "Fault set in the sandbox.",
): Response => Response.json({ detail: { status: word, message } }, { status });

/** What a key means here, by how it goes on after the beginning that all keys have. */
const elevenLabsRefusals: Readonly<Record<string, () => Response>> = {
  quota: () => elevenLabsError(401, "quota_exceeded", "This request exceeds your quota of 10000."),
  plan: () => elevenLabsError(402, "paid_plan_required", "This voice needs a paid plan."),
  gone: () => elevenLabsError(404, "voice_not_found", "A voice for this voice_id was not found."),
};

const elevenLabsAsked = z.object({ text: z.string().min(1).max(5000), model_id: z.string().min(1) });

export async function elevenLabs(request: Request): Promise<Response> {
  const key = request.headers.get("xi-api-key") ?? "";
  const { pathname } = new URL(request.url);
  if (!/^sk_[\w-]{8,}$/.test(key)) return elevenLabsError(401, "invalid_api_key", "Invalid API key");
  const kind = key.split("_")[1] ?? "";
  if (request.method === "GET" && pathname === "/v1/models")
    return kind === "narrow"
      ? elevenLabsError(401, "missing_permissions", "The API key is missing the permission models_read.")
      : Response.json([{ model_id: "eleven_flash_v2_5", name: "Eleven Flash v2.5" }]);
  if (request.method !== "POST" || !/^\/v1\/text-to-speech\/\w+$/.test(pathname))
    return elevenLabsError(404, "not_found", `There is nothing at ${pathname}.`);
  const asked = elevenLabsAsked.safeParse(jsonOf(await request.text()));
  if (!asked.success) return elevenLabsError(422, "invalid_request", z.prettifyError(asked.error));
  const refused = Object.hasOwn(elevenLabsRefusals, kind) ? elevenLabsRefusals[kind]?.() : undefined;
  if (refused) return refused;
  const type = { headers: { "content-type": "audio/mpeg" } };
  if (kind === "page") return new Response("<h1>Not audio</h1>", type);
  return new Response(kind === "huge" ? new Uint8Array(huge).fill(0xff) : mp3Of(asked.data.text), type);
}

/** An error in Google's format. */
export const googleSpeechError = (
  code: number,
  status = "INTERNAL",
  reason: string | null = null,
  message = "Fault set in the sandbox.",
): Response =>
  Response.json(
    { error: { code, message, status, ...(reason !== null && { details: [{ reason }] }) } },
    { status: code },
  );

const googleAsked = z.object({
  input: z.strictObject({ text: z.string().min(1).max(5000) }),
  voice: z.object({ languageCode: z.string().min(5), name: z.string().min(1) }),
  audioConfig: z.object({ audioEncoding: z.literal("MP3") }),
});

export async function googleSpeech(request: Request): Promise<Response> {
  const key = request.headers.get("x-goog-api-key") ?? "";
  const { pathname } = new URL(request.url);
  if (!/^AIza[\w-]{8,}$/.test(key))
    return googleSpeechError(400, "INVALID_ARGUMENT", "API_KEY_INVALID", "API key not valid.");
  if (key.startsWith("AIza_off"))
    return googleSpeechError(403, "PERMISSION_DENIED", "SERVICE_DISABLED", "The API is not enabled.");
  if (request.method === "GET" && pathname === "/v1/voices")
    return Response.json({ voices: [{ name: "en-US-Chirp3-HD-Kore", languageCodes: ["en-US"] }] });
  if (request.method !== "POST" || pathname !== "/v1/text:synthesize")
    return googleSpeechError(404, "NOT_FOUND", null, `There is nothing at ${pathname}.`);
  const asked = googleAsked.safeParse(jsonOf(await request.text()));
  if (!asked.success) return googleSpeechError(400, "INVALID_ARGUMENT", null, z.prettifyError(asked.error));
  const { input, voice } = asked.data;
  if (!voice.name.startsWith(voice.languageCode))
    return googleSpeechError(400, "INVALID_ARGUMENT", null, "This voice has another language.");
  if (key.startsWith("AIza_huge")) return Response.json({ audioContent: "A".repeat(huge) });
  return Response.json({ audioContent: btoa(String.fromCharCode(...mp3Of(input.text))) });
}
