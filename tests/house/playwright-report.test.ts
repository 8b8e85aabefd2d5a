import { expect, test } from "vitest";
import { testsThat } from "../../scripts/playwright-report.mjs";

const spec = (title: string, ...statuses: string[]) => ({
  title,
  file: "phone.spec.ts",
  line: 7,
  tests: statuses.map((status) => ({ status })),
});

test("a test that passed at its second try, or failed, is named with its file and its groups", () => {
  const report = {
    suites: [
      {
        title: "phone.spec.ts",
        specs: [spec("rings", "expected"), spec("is answered", "flaky")],
        suites: [{ title: "on a phone", specs: [spec("fits", "flaky"), spec("breaks", "unexpected")] }],
      },
    ],
  };
  expect(testsThat("flaky", report)).toEqual([
    "phone.spec.ts:7 › is answered",
    "phone.spec.ts:7 › on a phone › fits",
  ]);
  expect(testsThat("unexpected", report)).toEqual(["phone.spec.ts:7 › on a phone › breaks"]);
});
