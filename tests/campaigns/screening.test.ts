/** /campaigns/screening through the front door: lists are uploaded, screened against, shown and deleted. */
import { beforeAll, expect, test } from "vitest";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";
import { listOf } from "./audience.ts";

let house: Clinic;
beforeAll(async () => {
  house = await clinic();
});

const textOf = async (answer: Response) => pageText(await answer.text());
const upload = (text: string, more: Record<string, string> = {}) =>
  house.post("/campaigns/screening", {
    do: "add",
    name: "National register",
    kind: "national",
    ...more,
    file: new Blob([text], { type: "text/csv" }),
  });

test("a file's numbers are kept once each, and a dry run says whom they keep from being called", async () => {
  const { listId } = await listOf(house, "Everyone", [
    { name: "Petra Vance", phone_number: "+12125550121" },
    { name: "Ugo Brandt", phone_number: "+12125550122" },
  ]);
  const answer = await upload(
    "\ufeffnumber,type\r\n(212) 555-0121,mobile\r\n+1 212 555 0121,landline\r\n,\r\n",
  );
  expect(await textOf(answer)).toContain("Uploaded 1 number. 1 line had no number.");
  expect(await rows(house, "select phone_number, line_type from screened_numbers")).toEqual([
    { phone_number: "+12125550121", line_type: "landline" },
  ]);
  const made = await house.post("/campaigns/new", {
    step: "audience",
    do: "next",
    name: "Screened",
    lists: listId,
    consent: "required",
  });
  const setup = (made.headers.get("location") ?? "").replace("step=agent", "step=review");
  expect(await textOf(await house.get(setup))).toMatch(/On a screening list 1 person.*Petra Vance/);
});

test("a list is deleted, and a second press finds it gone", async () => {
  const { id } = (await house.store.screening.list())[0] ?? { id: "" };
  const remove = () => house.post("/campaigns/screening", { do: "remove", id });
  expect(await textOf(await remove())).toContain("Deleted.");
  expect((await remove()).status).toBe(404);
  expect(await rows(house, "select * from screened_numbers")).toEqual([]);
});

test("files without numbers, without a name or too large, and forms of others are refused", async () => {
  expect(await textOf(await upload("name\r\nPetra"))).toContain("No phone numbers were found in the file.");
  expect(await textOf(await upload("+12125550123", { name: "" }))).toContain("Enter a name");
  expect((await upload("+12125550123\n".repeat(200_000))).status).toBe(413);
  expect((await upload("+12125550123", { kind: "secret" })).status).toBe(422);
  const viewer = await memberOf({ role: "viewer", organizationId: house.organizationId });
  expect((await viewer.post("/campaigns/screening", { do: "remove", id: house.userId })).status).toBe(403);
  expect(await house.store.screening.list()).toEqual([]);
});
