/** Names come back whole, everyday words or not, in whichever way they are given. */
import { describe, expect, it } from "vitest";
import { read } from "#workers/conversation/reading/read.ts";
import { everydaySurnames, firstNames, nameOf, surnames } from "../support/conversation-names.ts";
import { askedFor, contextOf } from "./reader-context.ts";

const asked = contextOf(askedFor("name"));
const nameRead = (said: string) =>
  read(said, asked).acts.find(({ act, field }) => act === "inform" && field === "name")?.value;

const ways: ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name}.`,
  (name) => `${name}, thanks`,
  (name) => `${name} please`,
  (name) => `It's ${name}`,
  (name) => `it's ${name} and do you have parking`,
  (name) => `Yes, this is ${name}.`,
  (name) => `My name is ${name}`,
  (name) => `the name is ${name}, thank you`,
  (name) => `${name} here`,
  (name) => `Sure. ${name} is my name`,
];

describe("a name is read whole", () => {
  it("the names are of many kinds, and forty of them mean something else as well", () => {
    expect(firstNames.length).toBeGreaterThanOrEqual(60);
    expect(surnames.length).toBeGreaterThanOrEqual(120);
    expect(everydaySurnames.length).toBeGreaterThanOrEqual(40);
  });

  it.each(ways.map((way) => [way("…"), way] as const))("“%s”", (_, way) => {
    const wrong = surnames.flatMap((__, nth) => {
      const read = nameRead(way(nameOf(nth)));
      return read === nameOf(nth) ? [] : [`${way(nameOf(nth))}: ${read}`];
    });
    expect(wrong).toEqual([]);
  });

  it("written without capitals, a name of everyday words is the same name", () => {
    const wrong = everydaySurnames.flatMap((last) => {
      const read = ["emma", "it's sam", "my name is tom"].map((begin) =>
        nameRead(`${begin} ${last.toLowerCase()}`),
      );
      const right = [`Emma ${last}`, `Sam ${last}`, `Tom ${last}`];
      return JSON.stringify(read) === JSON.stringify(right) ? [] : [read];
    });
    expect(wrong).toEqual([]);
  });
});
