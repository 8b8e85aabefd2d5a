/** Devices, places and events in plain words. */
import { expect, test } from "vitest";
import { deviceOf, placeOf } from "#app/accounts/device-words.ts";
import { accountActions, eventWords, isWarning } from "#app/security/event-words.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Mac"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/126.0.0.0",
    "Opera on Linux",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 16093.68.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome on ChromeOS",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  ["curl/8.14 Linux", "A browser on Linux"],
  ["curl/8.14", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("%j is %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test("countries are named in the reader's language, and an unknown one not at all", () => {
  expect(placeOf("DE", "en-US")).toBe("Germany");
  expect(placeOf("DE", "de-DE")).toBe("Deutschland");
  expect(placeOf("T1", "en-US")).toBe("Tor network");
  for (const unknown of [null, "XX", "", "de", "D1"]) expect(placeOf(unknown, "en-US")).toBeNull();
});

test("every action of an account has words of its own, and refusals stand out", () => {
  const said = accountActions.map((action) => eventWords(action, { how: "google" }, "agents.example.test"));
  expect(new Set(said).size).toBe(said.length);
  for (const words of said) expect(words).toMatch(/^[A-Z][^._]*(?:\.example\.test)?$/);
  expect(eventWords("session.started", { how: "google" }, null)).toBe("Signed in with Google");
  expect(eventWords("session.started", null, null)).toBe("Signed in");
  expect(accountActions.filter(isWarning)).toEqual([
    "email.code_refused",
    "factor.refused",
    "factor.locked",
    "session.confirmation_refused",
    "session.refused",
    "session.crossing_refused",
  ]);
});
