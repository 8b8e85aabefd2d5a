/** Reads Playwright's JSON report. */

/** The titles of a suite's tests that ended in a way, each after its file. */
const titlesIn = (suite, way, titles) => [
  ...(suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === way))
    .map(({ file, line, title }) => `${file}:${line} › ${[...titles, title].join(" › ")}`),
  ...(suite.suites ?? []).flatMap((inner) => titlesIn(inner, way, [...titles, inner.title])),
];

/**
 * The tests that ended in a way.
 * @param report the parsed report of Playwright's `json` reporter
 * @param way "flaky": passed only at a later try; "unexpected": failed
 * @returns `file:line › title`, in the report's order
 */
export const testsThat = (way, report) => report.suites.flatMap((file) => titlesIn(file, way, []));
