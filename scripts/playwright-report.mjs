/** Reads Playwright's JSON report. */

/** The titles of a suite's tests that passed only at a later try, each after its file. */
const flakyIn = (suite, titles) => [
  ...(suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
    .map(({ file, line, title }) => `${file}:${line} › ${[...titles, title].join(" › ")}`),
  ...(suite.suites ?? []).flatMap((inner) => flakyIn(inner, [...titles, inner.title])),
];

/**
 * The tests that passed only at a later try.
 * @param report the parsed report of Playwright's `json` reporter
 * @returns `file:line › title`, in the report's order
 */
export const flakyTests = (report) => report.suites.flatMap((file) => flakyIn(file, []));
