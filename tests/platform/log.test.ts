import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  "a\nb",
  'a\r\n{"level":"error","event":"forged"}',
  'a","level":"error","x":"',
  "a\u2028b\u2029c",
  "a\u001b[31mb",
])("what comes from outside begins no line and no field of its own", (said) => {
  const lines: unknown[] = [];
  vi.spyOn(console, "warn").mockImplementation((line: unknown) => lines.push(line));
  log("warn", "refused", { message: said, request_id: said });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/\p{Cc}/u);
  const read: unknown = JSON.parse(String(lines[0]));
  expect(Object.keys(Object(read))).toEqual(["level", "event", "message", "request_id"]);
  expect(read).toMatchObject({ level: "warn", event: "refused" });
});
