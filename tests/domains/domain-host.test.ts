/** Which host a typed text means, and which texts are refused. */
import { expect, test } from "vitest";
import { nameInZone } from "#app/domains/dns-guides.ts";
import { hostFrom, isApex, registeredDomain } from "#app/domains/domain-host.ts";

const ownHosts = ["app.platform.com", "customers.voice-hosting.com"];
const typed = (text: string) => hostFrom(text, ownHosts);

test.each([
  ["voice.acme.com", "voice.acme.com", false],
  ["  VOICE.Acme.COM  ", "voice.acme.com", false],
  ["voice.acme.com.", "voice.acme.com", false],
  ["voice.acme.com:8443", "voice.acme.com", false],
  ["https://voice.acme.com/agents?x=1#top", "voice.acme.com", false],
  ["www.acme.com", "acme.com", true],
  ["WWW.voice.acme.co.uk", "voice.acme.co.uk", true],
  ["acme.co.uk", "acme.co.uk", false],
  ["аррӏе.com", "xn--80ak6aa92e.com", false],
  ["bücher.example.de", "xn--bcher-kva.example.de", false],
  ["XN--80AK6AA92E.com", "xn--80ak6aa92e.com", false],
  [`${"a".repeat(63)}.acme.com`, `${"a".repeat(63)}.acme.com`, false],
])("B38: %.40s is the host %.40s", (text, host, hasWww) => {
  expect(typed(text)).toEqual({ ok: true, host, hasWww });
});

test.each([
  ["", "empty"],
  ["   ", "empty"],
  ["localhost", "reserved"],
  ["foo.local", "reserved"],
  ["db.internal", "reserved"],
  ["acme.example", "reserved"],
  ["a", "single_label"],
  ["com", "single_label"],
  ["co.uk", "public_suffix"],
  ["www.co.uk", "public_suffix"],
  ["x.netlify.app", "hosting"],
  ["netlify.app", "hosting"],
  ["a.b.vercel.app", "hosting"],
  ["platform.com", "own"],
  ["app.platform.com", "own"],
  ["tenant.app.platform.com", "own"],
  ["x.voice-hosting.com", "own"],
  ["203.0.113.7", "address"],
  ["2130706433", "address"],
  ["0x7f.1", "address"],
  ["[2001:db8::1]", "malformed"],
  ["a..b.com", "malformed"],
  ["-a.com", "malformed"],
  ["a-.com", "malformed"],
  ["under_score.acme.com", "malformed"],
  ["*.acme.com", "malformed"],
  ["user:pw@acme.com", "malformed"],
  ["acme.com and more", "malformed"],
  ["acme.c0m", "malformed"],
  ["acme.c", "malformed"],
  [`${"a".repeat(64)}.com`, "malformed"],
  [`${"a.".repeat(126)}com`, "malformed"],
  ["a".repeat(300), "malformed"],
  ["a".repeat(10_000), "malformed"],
  ["javascript:alert(1)", "malformed"],
  ["acme.com\u202e", "malformed"],
])("B38: a text is refused: %.40s, %s", (text, reason) => {
  const found = typed(text);
  expect(found).toEqual({ ok: false, reason });
});

test("an emoji domain is shown as what DNS has", () => {
  expect(typed("🍕.acme.com")).toEqual({ ok: true, host: "xn--vi8h.acme.com", hasWww: false });
});

test("records are named within the domain that was registered", () => {
  expect(registeredDomain("a.b.acme.co.uk")).toBe("acme.co.uk");
  expect(isApex("acme.com")).toBe(true);
  expect(isApex("voice.acme.com")).toBe(false);
  expect(nameInZone("_verify.voice.acme.co.uk", "voice.acme.co.uk")).toBe("_verify.voice");
  expect(nameInZone("acme.com", "acme.com")).toBe("@");
});
