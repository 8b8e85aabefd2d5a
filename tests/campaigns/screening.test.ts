/** /campaigns/screening through the front door: lists are uploaded, screened against, shown and deleted. */
import { beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
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

/** @returns the address of a new campaign's review; without a list its people are new */
async function screened(list?: string): Promise<string> {
  const lists =
    list ?? (await listOf(house, "Anyone", [{ name: "Nora Blank", phone_number: "+12125550191" }])).listId;
  const made = await house.post("/campaigns/new", {
    step: "audience",
    do: "next",
    name: "Screened",
    lists,
    consent: "required",
  });
  return (made.headers.get("location") ?? "").replace("step=agent", "step=review");
}

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
  const setup = await screened(listId);
  expect(await textOf(await house.get(setup))).toMatch(/On a screening list 1 person.*Petra Vance/);
});

test("a list is deleted, and a second press finds it gone", async () => {
  const { id } = (await house.store.screening.list())[0] ?? { id: "" };
  const remove = () => house.post("/campaigns/screening", { do: "remove", id });
  expect(await textOf(await remove())).toContain("Deleted.");
  expect((await remove()).status).toBe(404);
  expect(await rows(house, "select * from screened_numbers")).toEqual([]);
});

test("every number of a line counts, also one whose area code has a column of its own", async () => {
  const answer = await upload(
    "212,5550131\n2125550132,+12125550133\n+1 (212) 555-0134;x;212.555.0135\tvoip\nid 17,\n20261129,+442079460018\n",
    { name: "Mixed", kind: "other" },
  );
  expect(await textOf(answer)).toContain("Uploaded 6 numbers. 1 line had no number.");
  expect(
    (await rows(house, "select phone_number from screened_numbers order by phone_number")).map((row) =>
      String(row.phone_number),
    ),
  ).toEqual([...[1, 2, 3, 4, 5].map((n) => `+1212555013${n}`), "+442079460018"]);
  const { id } = (await house.store.screening.list())[0] ?? { id: "" };
  await house.post("/campaigns/screening", { do: "remove", id });
});

test("an upload that broke off is no list, and a register is renewed after 31 days", async () => {
  const day_ms = 86_400_000;
  const now = Date.now();
  const broken = newId(now - 2 * day_ms);
  await house.store.screening.fill(broken, [{ phone_number: "+12125550141", line_type: null }]);
  expect(await house.store.screening.list()).toEqual([]);
  const id = newId(now);
  await house.store.screening.fill(id, [{ phone_number: "+12125550142", line_type: null }]);
  const made = { id, name: "Old register", kind: "national", created_by_name: "Ada" } as const;
  await house.store.screening.create({ ...made, now: now - 32 * day_ms });
  expect(await textOf(await house.get("/campaigns/screening"))).toContain("Older than 31 days");
  const setup = await screened();
  expect(await textOf(await house.get(setup))).toMatch(/Register too old 1 person/);
  const [, campaign = ""] = /campaigns\/([^/]+)/.exec(setup) ?? [];
  await rows(
    house,
    `update campaigns set draft = json_set(draft, '$.agent_id', '${house.agentId}', '$.number_ids', json('["${house.numberId}"]'))`,
  );
  const start = await house.post(`/campaigns/${campaign}`, { do: "start" });
  expect(await textOf(start)).toContain("older than 31 days. Upload a new one");
  const next = await upload("+12125550143", { name: "New register" });
  expect(next.status).toBe(200);
  expect(
    await rows(house, "select phone_number from screened_numbers where phone_number < '+12125550142'"),
  ).toEqual([]);
  for (const list of await house.store.screening.list())
    await house.post("/campaigns/screening", { do: "remove", id: list.id });
});

test("files without numbers, without a name or too large, and forms of others are refused", async () => {
  expect(await textOf(await upload("name\r\nPetra"))).toContain("No phone numbers were found in the file.");
  expect(await textOf(await upload("+12125550123", { name: "" }))).toContain("Enter a name");
  expect((await upload("+12125550123\n".repeat(1_800_000))).status).toBe(413);
  expect((await upload("+12125550123", { kind: "secret" })).status).toBe(422);
  const viewer = await memberOf({ role: "viewer", organizationId: house.organizationId });
  expect((await viewer.post("/campaigns/screening", { do: "remove", id: house.userId })).status).toBe(403);
  expect(await house.store.screening.list()).toEqual([]);
});
