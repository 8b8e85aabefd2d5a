/** What browsers keep: /cookies lists all of it, a notice stands where something is kept that the product does not need, and a form removes that. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keptInBrowser } from "#app/pages/kept-in-browser.ts";
import { anonymous, memberOf } from "../support/people.ts";
