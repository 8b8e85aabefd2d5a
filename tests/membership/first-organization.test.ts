import { expect, test } from "vitest";
import { organizationNameFor, regionFor, timeZoneOf } from "#app/membership/first-organization.ts";

test.each([
  ["mara@brightsmile.test", "Brightsmile"],
  ["mara@mail.brightsmile.co.uk", "Brightsmile"],
  ["mara@bright-smile.example", "Bright Smile"],
  ["mara.lind@gmail.com", "Mara Lind's organization"],
  ["mara+work@outlook.com", "Mara's organization"],
  ["MARA@YAHOO.CO.UK", "MARA's organization"],
  ["...@gmail.com", "My organization"],
  [`a@${"x".repeat(63)}.${"y".repeat(63)}.com`, `Y${"y".repeat(62)}`],
])("the organization of %s is called %s", (email, name) => {
  expect(organizationNameFor(email)).toBe(name);
});

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  ["UTC", "UTC"],
  ["Mars/Olympus", null],
  ["+02:00", null],
  ["", null],
  [undefined, null],
  [["Europe/Berlin"], null],
  ["x".repeat(1000), null],
])("the time zone %j is %j", (asked, zone) => {
  expect(timeZoneOf(asked)).toBe(zone);
});

test.each([
  [{ continent: "NA", longitude: -73.9 }, "enam"],
  [{ continent: "NA", longitude: -122.4 }, "wnam"],
  [{ continent: "EU", longitude: 13.4 }, "weur"],
  [{ continent: "EU", longitude: 21 }, "eeur"],
  [{ continent: "AS", country: "AE" }, "me"],
  [{ continent: "AS", country: "SG" }, "apac"],
  [{ continent: "SA" }, "sam"],
  [{ continent: "OC" }, "oc"],
  [{ continent: "AF" }, "afr"],
  [{ continent: "AN" }, null],
  [{}, null],
])("an organization founded from %j lives in %s", (whereabouts, region) => {
  expect(regionFor(whereabouts)).toBe(region);
});
