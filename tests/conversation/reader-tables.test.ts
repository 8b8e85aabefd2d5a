/** The tables of utterances: what callers say, and what must be read. They grow with every misunderstanding found. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FlatWhen } from "#workers/conversation/reading/hearing.ts";
import { hearing } from "#workers/conversation/reading/hearing.ts";
import { read } from "#workers/conversation/reading/read.ts";
import { checked } from "./read-by.ts";
import { askedFor, contextOf, rowsOf, written } from "./reader-context.ts";

const table = (name: string) => rowsOf(readFileSync(new URL(name, import.meta.url), "utf8"));
const times = table("./utterances.txt");
const answers = table("./answers.txt");
const agreed = table("./agreed.txt");

const flatWritten = ({ date, at, around, from, to }: FlatWhen): string =>
  [date, at ? `${around ? "~" : ""}${at}` : from || to ? `${from ?? ""}-${to ?? ""}` : ""].join(" ").trim();

describe("days and times are read as people say them", () => {
  const hear = hearing({
    now: "2026-11-20T10:00",
    zone: "America/New_York",
    asked: "when",
    country: "US",
    options: "",
  });
  it("has hundreds of ways to say them", () => {
    expect(times.length).toBeGreaterThan(700);
  });
  it.each(times.map(({ utterance, expected }) => [utterance, expected]))(
    "“%s” is %s",
    (utterance, expected) => {
      const reading = () => hear(utterance).when.map(flatWritten).join("; ");
      checked(utterance, reading, () => expect(reading()).toBe(expected));
    },
  );
});

describe("everything else is read after what was asked", () => {
  it.each(
    answers.map(({ section, utterance, expected }) => [section.replace("asked ", ""), utterance, expected]),
  )("asked %s, “%s” is %s", (asked, utterance, expected) => {
    const reading = () => written(read(utterance, contextOf(askedFor(asked))));
    checked(utterance, reading, () => expect(reading()).toEqual(expected.split(" | ").sort()));
  });
});

describe("a day said again is the one that is agreed, unless a word says another", () => {
  const held = { date: "2027-01-20", at: "09:00" };
  it.each(
    agreed.map(({ section, utterance, expected }) => [section.replace("asked ", ""), utterance, expected]),
  )("asked %s, “%s” is %s", (asked, utterance, expected) => {
    const reading = () => written(read(utterance, contextOf(askedFor(asked), { agreed: held, focus: held })));
    checked(utterance, reading, () => expect(reading()).toEqual(expected.split(" | ").sort()));
  });
});
