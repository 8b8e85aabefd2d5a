/** What the service worker may keep, and which caches it deletes. */
import { expect, test } from "vitest";
import { cacheOf, keptIn, outdatedCaches } from "#app/shell/kept-files.ts";

const own = "https://app.test";
const asked = (address: string, method = "GET") => {
  const { origin, pathname } = new URL(address, own);
  return keptIn({ method, origin, pathname }, own);
};

test("R6: files of the build are kept, and nothing else of the host or of another", () => {
  expect(asked("/assets/base-Bmee0lUg.js")).toBe("any");
  expect(asked("/fonts/geist.woff2")).toBe("current");
  for (const address of [
    "/",
    "/auth",
    "/dashboard",
    "/dashboard.data",
    "/assets",
    "/api/v1/calls",
    "/functions/check-subscription",
    "/security/export",
    "/brand-images/AAAAAAAAAAAAAAAAAAAAAA.png",
    "/calls/assets/base-Bmee0lUg.js",
    "https://other.test/assets/base-Bmee0lUg.js",
  ])
    expect(asked(address), address).toBeNull();
  expect(asked("/assets/base-Bmee0lUg.js", "POST")).toBeNull();
});

test("B59: a build that takes over deletes all caches but its own and the newest of the others", () => {
  const caches = ["files-1", "another", "files-2", "files-3"];
  expect(outdatedCaches(caches, "3")).toEqual(["files-1"]);
  expect(outdatedCaches([...caches, cacheOf("4")], "4")).toEqual(["files-1", "files-2"]);
  expect(outdatedCaches(["files-1"], "1")).toEqual([]);
  // An older build came back: the one that it replaces stays.
  expect(outdatedCaches(["files-1", "files-2"], "1")).toEqual([]);
});
