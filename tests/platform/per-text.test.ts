/** What a function answers for a text is computed once, and forgotten rather than kept without end. */
import { expect, test } from "vitest";
import { perText } from "#app/platform/per-text.ts";

test("a text is computed once, even when the answer is null", () => {
  const asked: string[] = [];
  const lengthOf = perText((text) => {
    asked.push(text);
    return text === "" ? null : text.length;
  });
  expect([lengthOf("select"), lengthOf("select"), lengthOf(""), lengthOf("")]).toEqual([6, 6, null, null]);
  expect(asked).toEqual(["select", ""]);
});

test("texts that never end do not fill the memory, and are answered all the same", () => {
  let computed = 0;
  const upper = perText((text) => {
    computed++;
    return text.toUpperCase();
  });
  const texts = Array.from({ length: 2500 }, (_, n) => `text ${n}`);
  expect(texts.map(upper)).toEqual(texts.map((text) => text.toUpperCase()));
  expect(computed).toBe(2500);
  expect(upper("text 0")).toBe("TEXT 0");
  expect(computed).toBe(2501);
});
