/** Requests to Amazon Polly: its key has two parts, with which each request is signed. */
import { AwsV4Signer } from "aws4fetch";

/** The region that has every engine. */
const region = "us-east-1";
const origin = `https://polly.${region}.amazonaws.com`;

/** The two parts of a key as one text; neither contains a colon. */
export const pollyKey = (id: string, secret: string): string => `${id}:${secret}`;

type Question = { readonly method: "GET" | "POST"; readonly path: string; readonly body?: string };

export async function signedForPolly(
  key: string,
  { method, path, body }: Question,
): Promise<{ address: URL; headers: Headers }> {
  const parts = key.split(":");
  const { url, headers } = await new AwsV4Signer({
    method,
    url: `${origin}${path}`,
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body }),
    accessKeyId: parts[0] ?? "",
    secretAccessKey: parts[1] ?? "",
    service: "polly",
    region,
  }).sign();
  return { address: url, headers };
}
