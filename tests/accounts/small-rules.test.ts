import { expect, test } from "vitest";
import { returnPathOf } from "#app/accounts/return-path.ts";
import { ipPrefix, networkOf } from "#app/limits/network.ts";
import { waitWords } from "#app/limits/wait-words.ts";

test.each([
  [null, "local"],
  ["127.0.0.1", "local"],
  ["::1", "local"],
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:0DB8:0000:0042:aaaa::1", "2001:db8:0:42"],
  ["fe80::1:2:3:4", "fe80:0:0:0"],
  ["::", "0:0:0:0"],
])("the network of %s is %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test("records keep less of an address than limits do", () => {
  expect(ipPrefix("203.0.113.7")).toBe("203.0.113");
  expect(ipPrefix("2001:db8::1")).toBe("2001:db8:0:0");
  expect(ipPrefix(null)).toBeNull();
});

test.each([
  "/agents",
  "/call-history?q=anna&from=2026-11-01",
  "/a/b.c-d_e@f",
  "/agents?x=%2F",
  "/numbers/search",
  "/api",
  "/organizations/new",
  "/security/email",
])("%s is a way on", (path) => {
  expect(returnPathOf(path)).toBe(path);
});

test.each([
  null,
  undefined,
  42,
  ["/agents"],
  "",
  "agents",
  "//evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/%2f%2fevil.test",
  "/%5Cevil.test",
  "/..//evil.test",
  "/./%2e%2e//evil.test",
  "/a/..//evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "javascript:alert(1)",
  "https://evil.test",
  "https://app.test@evil.test",
  "/agents#x",
  "/a b",
  "/auth",
  "/login?mode=signup",
  "/sign-out",
  "/sign-out/",
  "/auth.data",
  "/dashboard.data",
  "/Dashboard.DATA?_routes=x",
  "/agents/_.data",
  "/_.data",
  "/functions/verify-email-code",
  "/Functions/refresh-session",
  "/%66unctions/refresh-session",
  "/organizations/switch",
  "/organizations/restore",
  "/passkeys/options",
  "/security/export",
  "/search?q=anna",
  "/live",
  "/webhooks/stripe",
  "/relay/twilio/x/y",
  "/api/v1/calls",
  "/mcp",
  "/health",
  "/assets/root.js",
  "/",
  `/${"a".repeat(2000)}`,
])("%j leads to the dashboard", (asked) => {
  expect(returnPathOf(asked)).toBe("/dashboard");
});

test.each([
  [1, "Too many attempts. Please wait 1 second and try again."],
  [42, "Too many attempts. Please wait 42 seconds and try again."],
  [90, "Too many attempts. Please wait 2 minutes and try again."],
  [3600, "Too many attempts. Please wait 60 minutes and try again."],
  [7200, "Too many attempts. Please wait 2 hours and try again."],
  [86_400, "Too many attempts. Please wait 24 hours and try again."],
])("%d seconds are said as people say them", (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
