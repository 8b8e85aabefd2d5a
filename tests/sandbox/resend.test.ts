/** Mail: what product code sends to Resend's address lies in the inbox, and is refused as Resend refuses. */
import { expect, test } from "vitest";
import { outside, RESEND_API_KEY, sandbox } from "./world.ts";

const mail = (to: string, more: Record<string, unknown> = {}) => ({
  from: "AI Voice Agents <no-reply@mail.localhost>",
  to,
  subject: "Your code is 123456",
  html: "<p>Your code is <b>123456</b></p>",
  text: "Your code is 123456",
  ...more,
});

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  outside("https://api.resend.com/emails", {
    method: "POST",
    headers: { authorization: `Bearer ${RESEND_API_KEY}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

type Mail = {
  id: string;
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  sent_at: string;
};
const inbox = async (to: string): Promise<Mail[]> =>
  (await sandbox(`/inbox?to=${encodeURIComponent(to)}`)).json();

test("a mail that was sent lies in the inbox of its recipient, newest first", async () => {
  const first: { id: string } = await (await send(mail("Ada <ada@example.com>"))).json();
  await send(mail("ada@example.com", { subject: "A second one" }));
  await send(mail("bob@example.com"));
  const mails = await inbox("ADA@example.com");
  expect(mails.map(({ subject }) => subject)).toEqual(["A second one", "Your code is 123456"]);
  expect(mails[1]).toEqual({
    ...mail("Ada <ada@example.com>"),
    reply_to: null,
    id: first.id,
    sent_at: expect.any(String),
  });
  expect(mails[1]?.sent_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("the same idempotency key sends once; with another content it is a conflict", async () => {
  const key = { "idempotency-key": crypto.randomUUID() };
  const ids = await Promise.all([send(mail("once@example.com"), key), send(mail("once@example.com"), key)]);
  const [one, other] = await Promise.all(ids.map((response): Promise<{ id: string }> => response.json()));
  expect(one?.id).toBe(other?.id);
  expect(await inbox("once@example.com")).toHaveLength(1);
  const conflict = await send(mail("once@example.com", { subject: "Another" }), key);
  expect(conflict.status).toBe(409);
  expect(await conflict.json()).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
});

test("what Resend refuses is refused with its status and name, and nothing lies in the inbox", async () => {
  const to = "refused@example.com";
  const cases: [Promise<Response>, number, string][] = [
    [send(mail(to), { authorization: "" }), 401, "missing_api_key"],
    [send(mail(to), { authorization: "Bearer sk_other" }), 403, "invalid_api_key"],
    [send("{not json"), 422, "missing_required_field"],
    [send({ ...mail(to), subject: undefined }), 422, "missing_required_field"],
    [send(mail("nobody")), 422, "validation_error"],
    [send(mail(to, { subject: "a\r\nBcc: all@example.com" })), 422, "validation_error"],
    [send({ ...mail(to), html: undefined, text: undefined }), 422, "validation_error"],
    [send(mail(to), { "idempotency-key": "x".repeat(257) }), 400, "invalid_idempotency_key"],
  ];
  for (const [asked, status, name] of cases) {
    const response = await asked;
    expect(await response.json()).toMatchObject({ statusCode: status, name, message: expect.any(String) });
    expect(response.status).toBe(status);
  }
  expect(await inbox(to)).toEqual([]);
});

test("the inbox as a page shows the mail in a frame that runs nothing, and its code to copy", async () => {
  await send(mail("page@example.com", { html: `<script>alert(1)</script><p title="x">Hi</p>` }));
  const page = await sandbox("/inbox?to=page@example.com", { headers: { accept: "text/html" } });
  const text = await page.text();
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(text).toContain('data-copy="123456"');
  expect(text).toContain('sandbox="allow-popups"');
  expect(text).not.toContain("<script>alert");
  expect(text).toContain('srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;&lt;p title=&quot;x&quot;&gt;');
});

test("the inbox's page shows who a mail is from, where answers go, its text twin, and its images from its own host", async () => {
  const to = "twin@example.com";
  const logo = '<img src="https://voice.harbor.test/brand-images/abcdefghijklmnopqrstuv.png" alt="Harbor"/>';
  const from = '"Harbor via Callmail" <no-reply@callmail.example>';
  await send(mail(to, { from, reply_to: "care@harbor.test", html: `<p>${logo}</p>`, text: "The <twin>" }));
  const page = await sandbox(`/inbox?to=${to}`, { headers: { accept: "text/html" } });
  const text = await page.text();
  for (const line of [
    "<dt>From</dt><dd>&quot;Harbor via Callmail&quot; &lt;no-reply@callmail.example&gt;</dd>",
    "<dt>Reply-To</dt><dd>care@harbor.test</dd>",
    `<dt>To</dt><dd>${to}</dd>`,
    "<dt>Subject</dt><dd>Your code is 123456</dd>",
    "<pre>The &lt;twin&gt;</pre>",
    "&lt;img src=&quot;/brand-images/abcdefghijklmnopqrstuv.png&quot;",
  ])
    expect(text).toContain(line);
  expect(page.headers.get("content-security-policy")).toContain("img-src 'self' data: https:;");
});
