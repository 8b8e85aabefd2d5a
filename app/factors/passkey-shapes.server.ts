/** The messages of browsers about passkeys (WebAuthn's JSON), parsed only as far as they are used. */
import { z } from "zod";

const base64url = z.string().regex(/^[\w-]{1,8000}$/);
const extensions = z.unknown().transform(() => ({}));
const type = z.literal("public-key");

const assertion = z.object({
  id: base64url,
  rawId: base64url,
  type,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

const attestation = z.object({
  id: base64url,
  rawId: base64url,
  type,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});

/** The form's field `credential`, if it is JSON of this shape. */
function read<T>(shape: z.ZodType<T>, field: unknown): T | null {
  if (typeof field !== "string" || field.length > 16_000) return null;
  try {
    const parsed = shape.safeParse(JSON.parse(field));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const readAssertion = (field: unknown) => read(assertion, field);
export const readAttestation = (field: unknown) => read(attestation, field);
