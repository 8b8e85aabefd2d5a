/** Plays Amazon Polly: checks the signature of each request, and answers a short MP3. The secret of every key is "secret/of+" and its id. */
import { z } from "zod";
import { mp3Of } from "./speech.ts";

export const pollyError = (status: number, type = "ServiceFailureException"): Response =>
  Response.json(
    { message: "Refused by the sandbox." },
    { status, headers: { "x-amzn-errortype": `${type}:http://internal.amazon.com/` } },
  );

const utf8 = new TextEncoder();
const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const digest = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", utf8.encode(text)));

async function hmac(key: ArrayBuffer | Uint8Array<ArrayBuffer>, text: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return crypto.subtle.sign("HMAC", imported, utf8.encode(text));
}

const credential =
  /^AWS4-HMAC-SHA256 Credential=(AKIA[0-9A-Z]+)\/(\d{8})\/us-east-1\/polly\/aws4_request, SignedHeaders=([a-z;-]+), Signature=([0-9a-f]{64})$/;

/** Why a request is refused, in Amazon's words; null: it is signed as it should be (Signature Version 4). */
async function refusalOf(request: Request, body: string): Promise<string | null> {
  const [, id, day = "", signed = "", signature] =
    credential.exec(request.headers.get("authorization") ?? "") ?? [];
  if (id === undefined) return "MissingAuthenticationTokenException";
  const url = new URL(request.url);
  const textOf = (name: string) => (name === "host" ? url.host : (request.headers.get(name) ?? ""));
  const names = signed.split(";");
  if (!names.includes("host") || !names.includes("x-amz-date")) return "InvalidSignatureException";
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${textOf(name)}`),
    "",
    signed,
    await digest(body),
  ].join("\n");
  const scope = `${day}/us-east-1/polly/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", textOf("x-amz-date"), scope, await digest(canonical)].join("\n");
  let key: ArrayBuffer | Uint8Array<ArrayBuffer> = utf8.encode(`AWS4secret/of+${id}`);
  for (const step of [day, "us-east-1", "polly", "aws4_request"]) key = await hmac(key, step);
  return hex(await hmac(key, text)) === signature ? null : "InvalidSignatureException";
}

const asked = z.strictObject({
  Engine: z.enum(["neural", "generative"]),
  OutputFormat: z.literal("mp3"),
  Text: z.string().min(1).max(3000),
  TextType: z.literal("text"),
  VoiceId: z.string().regex(/^[A-Za-z]+$/),
});

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

export async function polly(request: Request): Promise<Response> {
  const body = await request.text();
  const refusal = await refusalOf(request, body);
  if (refusal !== null) return pollyError(403, refusal);
  const { pathname } = new URL(request.url);
  if (request.method === "GET" && pathname === "/v1/voices")
    return Response.json({ Voices: [{ Id: "Joanna", LanguageCode: "en-US" }] });
  if (request.method !== "POST" || pathname !== "/v1/speech")
    return pollyError(404, "ResourceNotFoundException");
  const { data } = asked.safeParse(jsonOf(body));
  if (!data) return pollyError(400, "ValidationException");
  const spoken = `${data.VoiceId} ${data.Engine}: ${data.Text}`;
  return new Response(mp3Of(spoken), { headers: { "content-type": "audio/mpeg" } });
}
