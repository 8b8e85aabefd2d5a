/** Citations lead somewhere: a rule, page or heading that does not exist is found, and so is a paper outside the repository. */
import { describe, expect, it } from "vitest";
import { brokenCitations, commentsOf, vagueLines } from "../../scripts/citations.mjs";

const pages = new Map([
  [
    "docs/rules.md",
    "# Rules\n\n| rule | demand |\n|---|---|\n| R1 | A token is random. |\n| B2 | A sixth try waits. |\n",
  ],
  ["docs/telephony.md", "# Telephony\n\n## Signatures\n\n## Status callbacks\n"],
  ["README.md", "# Readme"],
]);
const broken = (text: string) => brokenCitations("app/calls/a.ts", text, pages);

describe("citations", () => {
  it.each([
    "/** Random (R1, B2). */",
    '// Signed (docs/telephony.md, "Signatures").',
    '// Both (docs/telephony.md, "Signatures" and "Status callbacks").',
    '/**\n * Ranked (docs/telephony.md, "Status\n * callbacks").\n */',
    'readFileSync("docs/rules.md", "utf8");',
    "// As README.md says.",
    "// RFC 3986, section 2.3; UTF-16; AB12; R2-D2; v1.R9",
  ])("accepts what exists: %s", (text) => {
    expect(broken(text)).toEqual([]);
  });

  it.each([
    ["// Random (R9).", "app/calls/a.ts cites R9, which docs/rules.md does not define"],
    ["test('B5: a sixth try')", "app/calls/a.ts cites B5, which docs/rules.md does not define"],
    ["// docs/nothing.md", "app/calls/a.ts cites docs/nothing.md, which does not exist"],
    [
      '// docs/telephony.md, "Signatures" and "Fees"',
      'app/calls/a.ts cites "Fees", which docs/telephony.md does not have',
    ],
    [
      '/**\n * Ranked (docs/telephony.md,\n * "Fees").\n */',
      'app/calls/a.ts cites "Fees", which docs/telephony.md does not have',
    ],
    ["// voice.md section 1.4", "app/calls/a.ts cites voice.md, which does not exist"],
    ["// design, section 4", 'app/calls/a.ts cites "design, section 4", which is outside the repository'],
    [
      "// the specification's section 8",
      'app/calls/a.ts cites "specification\'s section 8", which is outside the repository',
    ],
  ])("finds what leads nowhere: %s", (text, sentence) => {
    expect(broken(text)).toEqual([sentence]);
  });

  it("knows a page beside the page that cites it", () => {
    expect(brokenCitations("docs/security.md", "see telephony.md", pages)).toEqual([]);
  });
});

describe("plain comments", () => {
  it("finds a subject that names no one, with its line", () => {
    expect(vagueLines("a.ts", "const a = 1;\n/**\n * Whoever asks gets it.\n */\n")).toEqual([
      "a.ts:3: * Whoever asks gets it.",
    ]);
    expect(vagueLines("docs/a.md", "# A\n\nSomebody calls.\n")).toEqual(["docs/a.md:3: Somebody calls."]);
  });

  it("leaves strings, quotations and code in backquotes alone", () => {
    expect(vagueLines("a.ts", 'const words = "Somebody calls.";\n// The text "Nobody yet".\n')).toEqual([]);
    expect(vagueLines("docs/a.md", "A session of `nobody`.")).toEqual([]);
  });

  it("tells comments from strings that look like them", () => {
    expect(commentsOf('const url = "https://a.test"; // one\n/* two\nthree */')).toEqual([
      [1, "// one"],
      [2, "/* two"],
      [3, "three */"],
    ]);
  });
});
