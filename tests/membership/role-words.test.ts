/** A role inside a sentence has its article, and the role that is no person gets one. */
import { expect, test } from "vitest";
import { asRole, roles } from "#app/membership/permissions.ts";

test("every role is spoken of with its article", () => {
  expect(roles.map(asRole)).toEqual(["an owner", "an admin", "a member", "a viewer", "a billing member"]);
});
