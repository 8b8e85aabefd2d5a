/** Checks `docs/security.md`: every requirement of ASVS 5.0, levels 1 and 2, appears once, and every cited test exists and runs. */
import { parseSync } from "vite";

/** The requirements of OWASP ASVS 5.0.0, levels 1 and 2, by section: the last part of each number. */
const sections = {
  1.1: "1 2",
  1.2: "1 2 3 4 5 6 7 8 9",
  1.3: "1 2 3 4 5 6 7 8 9 10 11",
  1.4: "1 2 3",
  1.5: "1 2",
  2.1: "1 2 3",
  2.2: "1 2 3",
  2.3: "1 2 3 4",
  2.4: "1",
  3.2: "1 2",
  3.3: "1 2 3 4",
  3.4: "1 2 3 4 5 6",
  3.5: "1 2 3 4 5",
  3.7: "1 2",
  4.1: "1 2 3",
  4.2: "1",
  4.3: "1 2",
  4.4: "1 2 3 4",
  5.1: "1",
  5.2: "1 2 3",
  5.3: "1 2",
  5.4: "1 2 3",
  6.1: "1 2 3",
  6.2: "1 2 3 4 5 6 7 8 9 10 11 12",
  6.3: "1 2 3 4",
  6.4: "1 2 3 4",
  6.5: "1 2 3 4 5",
  6.6: "1 2 3",
  6.8: "1 2 3 4",
  7.1: "1 2 3",
  7.2: "1 2 3 4",
  7.3: "1 2",
  7.4: "1 2 3 4 5",
  7.5: "1 2",
  7.6: "1 2",
  8.1: "1 2",
  8.2: "1 2 3",
  8.3: "1",
  8.4: "1",
  9.1: "1 2 3",
  9.2: "1 2 3 4",
  10.1: "1 2",
  10.2: "1 2",
  10.3: "1 2 3 4",
  10.4: "1 2 3 4 5 6 7 8 9 10 11",
  10.5: "1 2 3 4 5",
  10.6: "1 2",
  10.7: "1 2 3",
  11.1: "1 2",
  11.2: "1 2 3",
  11.3: "1 2 3",
  11.4: "1 2 3 4",
  11.5: "1",
  11.6: "1",
  12.1: "1 2 3",
  12.2: "1 2",
  12.3: "1 2 3 4",
  13.1: "1",
  13.2: "1 2 3 4 5",
  13.3: "1 2",
  13.4: "1 2 3 4 5",
  14.1: "1 2",
  14.2: "1 2 3 4",
  14.3: "1 2 3",
  15.1: "1 2 3",
  15.2: "1 2 3",
  15.3: "1 2 3 4 5 6 7",
  16.1: "1",
  16.2: "1 2 3 4 5",
  16.3: "1 2 3 4",
  16.4: "1 2 3",
  16.5: "1 2 3",
  17.1: "1",
  17.2: "1 2 3 4",
  17.3: "1 2",
};
const requirements = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.split(" ").map((number) => `${section}.${number}`),
);

/** The numbers in the first cell of each row of a table. */
const listed = (page) =>
  [...page.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \|/gm)].flatMap(([, cell]) => cell.split(", "));

/** Requirements that the page omits, repeats, or invents. */
export function unlistedRequirements(page) {
  const found = listed(page);
  return [
    ...requirements
      .filter((id) => !found.includes(id))
      .map((id) => `docs/security.md says nothing of ASVS ${id}`),
    ...found
      .filter((id, at) => found.indexOf(id) !== at)
      .map((id) => `docs/security.md speaks of ASVS ${id} twice`),
    ...found
      .filter((id) => !requirements.includes(id))
      .map((id) => `docs/security.md speaks of ASVS ${id}, which is no requirement of level 1 or 2`),
  ];
}

/** The names that a call is made by, from the first on: ["test", "each"] of `test.each(some)("…")`. */
function calledBy(node) {
  if (node?.type === "Identifier") return [node.name];
  if (node?.type === "MemberExpression") return [...calledBy(node.object), node.property.name ?? ""];
  if (node?.type === "CallExpression") return calledBy(node.callee);
  return node?.type === "TaggedTemplateExpression" ? calledBy(node.tag) : [];
}

const off = new Set(["skip", "skipIf", "runIf", "todo", "fixme", "fails", "fail"]);
const isOff = (names) => ["test", "it", "describe"].includes(names[0]) && names.some((name) => off.has(name));

/** The text of a title; null when it is built from parts. */
function textOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  const isPlain = node?.type === "TemplateLiteral" && node.expressions.length === 0;
  return isPlain ? (node.quasis[0]?.value.cooked ?? null) : null;
}

/** Titles of the tests that a file runs: without groups, and without tests that are switched off or commented out. */
export function titlesOf(path, source) {
  const titles = new Set();
  const look = (node) => {
    if (typeof node !== "object" || node === null) return;
    if (node.type === "CallExpression") {
      const names = calledBy(node.callee);
      if (isOff(names)) return;
      const title = textOf(node.arguments[0]);
      if (["test", "it"].includes(names[0]) && names[1] !== "describe" && title !== null) titles.add(title);
    }
    for (const part of Object.values(node)) look(part);
  };
  look(parseSync(path, source, { sourceType: "module" }).program);
  return titles;
}

/**
 * Tests that a page cites, as `path`: "name", "other name", and that do not run there.
 * @param read the text of a file of the project, or null
 */
export function missingTests(page, read) {
  const cited = [...page.matchAll(/`(tests\/[\w./-]+)`: ("[^"]+"(?:, "[^"]+")*)/g)];
  if (cited.length === 0) return ["docs/security.md cites no test"];
  return cited.flatMap(([, path, names]) => {
    const source = read(path);
    if (source === null) return [`docs/security.md cites ${path}, which does not exist`];
    const titles = titlesOf(path, source);
    return [...names.matchAll(/"([^"]+)"/g)]
      .map(([, name]) => name.replaceAll("\\|", "|"))
      .filter((name) => !titles.has(name))
      .map((name) => `docs/security.md cites "${name}", which is no test of ${path}`);
  });
}
