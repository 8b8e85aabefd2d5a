/** Carriers and countries stand where they belong: a carrier's name in its adapter, and a country in the lists of countries. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

const sources = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "workers", "scripts"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((name) => /\.(?:tsx?|mjs|js)$/.test(name));

type Rule = { readonly says: RegExp; readonly mayStandIn: readonly RegExp[] };

const carriers: Rule = {
  // Not the address of a page, which the product's specification names.
  says: /twilio(?!-settings)|telnyx/i,
  mayStandIn: [
    /^app\/telephony\/carriers\//,
    /^workers\/carriers\//,
    // Plays the carriers.
    /^workers\/sandbox\//,
    // The one list of hosts that the Worker calls.
    /^app\/platform\/outbound\.server\.ts$/,
    // The path of a page.
    /^app\/branding\/hidden-sections\.ts$/,
    // What people search for.
    /^app\/frame\/navigation\.ts$/,
    /^app\/pages\/help\/about-(?:calls|numbers)\.ts$/,
    // Where a list of voices was read.
    /^app\/voices\/catalogue\.ts$/,
  ],
};

const countries: Rule = {
  says: /["'`]US["'`]/,
  mayStandIn: [
    /^workers\/sandbox\//,
    /^app\/platform\/usual-country\.ts$/,
    // Lists of countries: for sale, and what calls there cost.
    /^app\/telephony\/sale\/(?:sold-countries\.schema|number-kind)\.ts$/,
    /^app\/platform\/phone-number-cost\.ts$/,
    // Names of countries as people type them.
    /^app\/telephony\/accounts\/country-names\.ts$/,
    // Whose register writes the area code into a column of its own.
    /^app\/campaigns\/screening-file\.ts$/,
    // The order of day and month.
    /^workers\/conversation\/reading\/read-times\.ts$/,
    // What a command of the terminal assumes.
    /^scripts\/(?:hear|call)\.mjs$/,
  ],
};

/** Lines of a file that say what only other files may. */
function strays(name: string, text: string, { says, mayStandIn }: Rule): string[] {
  if (mayStandIn.some((place) => place.test(name))) return [];
  return text.split("\n").flatMap((line, i) => (says.test(line) ? [`${name}:${i + 1} ${line.trim()}`] : []));
}

describe.each([
  ["a carrier's name", carriers, 'const provider = "twilio";'],
  ["a country", countries, 'const { country = "US" } = wanted;'],
])("%s", (_, rule, line) => {
  it("is found where it does not belong, and let pass where it does", () => {
    expect(strays("app/telephony/numbers.store.ts", `${line}\n`, rule)).toHaveLength(1);
    expect(strays("workers/sandbox/world.ts", `${line}\n`, rule)).toEqual([]);
  });

  it("stands nowhere else", () => {
    expect(sources.length).toBeGreaterThan(1000);
    const found = sources.flatMap((name) => strays(name, readFileSync(resolve(root, name), "utf8"), rule));
    expect(found).toEqual([]);
  });
});
