/** Which addresses a pasted text holds. */
import { expect, test } from "vitest";
import { addressesIn } from "#app/organizations/invited-addresses.ts";

test.each([
  ["", []],
  [" ,\n; ", []],
  ["a@x.test", ["a@x.test"]],
  ["a@x.test, b@x.test;c@x.test\nd@x.test", ["a@x.test", "b@x.test", "c@x.test", "d@x.test"]],
  ["a@x.test b@x.test\tc@x.test", ["a@x.test", "b@x.test", "c@x.test"]],
  ["Mara Lind <mara@x.test>", ["mara@x.test"]],
  ['"Lind, Mara" <mara@x.test>, Ben <ben@x.test>', ["mara@x.test", "ben@x.test"]],
  ["<mara@x.test>\r\n<ben@x.test>", ["mara@x.test", "ben@x.test"]],
  ["a@x.test, A@X.test", ["a@x.test"]],
  ["mara at x.test", ["mara at x.test"]],
  ['"open quote, a@x.test\nb@x.test', ['"open quote, a@x.test', "b@x.test"]],
])("%j holds %j", (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});
