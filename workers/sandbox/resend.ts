/** Plays https://api.resend.com: stores mails in the inbox, and refuses like Resend. */
import { z } from "zod";
import { addresses, type Idempotency, type Mail, type NewMail, type Sent } from "./inbox.ts";

type Post = {
  sendMail(mail: NewMail, idempotency: Idempotency): Promise<Sent>;
  mail(id: string): Promise<Mail | null>;
};

const address = z
  .string()
  .max(1000)
  .refine((line) => z.email().safeParse(addresses(line)[0]).success, "is not an email address")
  .refine((line) => !/[\r\n\0]/.test(line), "must be one line");
const list = z.union([address.transform((one) => [one]), z.array(address).min(1).max(50)]);

const newMail = z
  .object({
    from: address,
    to: list,
    subject: z
      .string()
      .min(1)
      .refine((line) => !/[\r\n\0]/.test(line), "must be one line"),
    html: z.string().nullish(),
    text: z.string().nullish(),
    cc: list.optional(),
    bcc: list.optional(),
    reply_to: list.optional(),
    headers: z.record(z.string(), z.string()).optional(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  })
  .refine((mail) => mail.html ?? mail.text, { message: "html or text is needed", path: ["html"] });

export const resendError = (statusCode: number, name: string, message: string): Response =>
  Response.json({ statusCode, name, message }, { status: statusCode });

/** Answers a request to api.resend.com. */
export async function resend(request: Request, post: Post): Promise<Response> {
  const { pathname } = new URL(request.url);
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token) return resendError(401, "missing_api_key", "Missing API key in the authorization header.");
  if (!token.startsWith("re_")) return resendError(403, "invalid_api_key", "API key is invalid.");
  if (pathname === "/emails")
    return request.method === "POST"
      ? send(request, post)
      : resendError(405, "method_not_allowed", "Method is not allowed for the requested path.");
  const id = /^\/emails\/([^/]+)$/.exec(pathname)?.[1];
  const mail = id && request.method === "GET" ? await post.mail(id) : null;
  if (!mail) return resendError(404, "not_found", "The requested endpoint does not exist.");
  const { sent_at, to, ...rest } = mail;
  return Response.json({
    object: "email",
    ...rest,
    to: to.split(", "),
    created_at: sent_at,
    last_event: "delivered",
  });
}

async function send(request: Request, post: Post): Promise<Response> {
  const key = request.headers.get("idempotency-key");
  if (key !== null && (key.length < 1 || key.length > 256))
    return resendError(400, "invalid_idempotency_key", "The key must be between 1-256 chars.");
  const body = await request.text();
  const parsed = newMail.safeParse(parseJson(body));
  if (!parsed.success) {
    const missing = parsed.error.issues.some((issue) => issue.code === "invalid_type");
    return resendError(
      422,
      missing ? "missing_required_field" : "validation_error",
      z.prettifyError(parsed.error).replaceAll("\n", " "),
    );
  }
  const { from, to, subject, html, text } = parsed.data;
  const sent = await post.sendMail(
    { from, to, subject, html: html ?? null, text: text ?? null },
    { key, fingerprint: body },
  );
  if (sent.ok) return Response.json({ id: sent.id });
  return resendError(
    409,
    "invalid_idempotent_request",
    "Same idempotency key used with a different request payload.",
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
