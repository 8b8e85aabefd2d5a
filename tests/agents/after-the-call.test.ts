/** "After the call" on /agents/:agentId/answering: an agent's own fields are added, kept with their ids, and refused at the field that is wrong. */
import { expect, it } from "vitest";
import { memberOf, type Person } from "../support/people.ts";
import { type AnsweringPage, openAnswering, pressIn, saveAnswering } from "./answering-client.ts";
import { agentOf } from "./editor-client.ts";

async function opened() {
  const owner = await memberOf();
  const id = await agentOf(owner);
  return { owner, id, page: await openAnswering(owner, id) };
}

const found = async (owner: Person, id: string) => (await owner.store.agents.find(id))?.spec.analysis;

const finding = (values: Record<string, string>, place = 0): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      label: "New customer",
      type: "yes_no",
      prompt: "Is the caller new here?",
      ...values,
    }).map(([name, value]) => [`analysis[${place}].${name}`, value]),
  );

const reason = finding(
  { label: "Reason", type: "choice", prompt: "Why did they call?", options: "Repair, Price, Repair work" },
  1,
);

async function refused(owner: Person, id: string, page: AnsweringPage, values: Record<string, string>) {
  const answer = await saveAnswering(owner, id, page, values);
  expect(answer.status).toBe(422);
  expect(await found(owner, id)).toEqual([]);
  return answer.text();
}

it("saves fields in their order, and keeps a field's id when its name changes", async () => {
  const { owner, id, page } = await opened();
  expect((await saveAnswering(owner, id, page, { ...finding({}), ...reason })).status).toBe(302);
  const first = {
    id: "new_customer",
    label: "New customer",
    type: "yes_no",
    prompt: "Is the caller new here?",
    options: [],
  };
  const second = {
    id: "reason",
    label: "Reason",
    type: "choice",
    prompt: "Why did they call?",
    options: ["Repair", "Price", "Repair work"],
  };
  expect(await found(owner, id)).toEqual([first, second]);

  const again = await openAnswering(owner, id);
  expect(again.values.get("analysis[1].options")).toBe("Repair, Price, Repair work");
  const renamed = await saveAnswering(owner, id, again, { "analysis[0].label": "First visit" });
  expect(renamed.status).toBe(302);
  expect(await found(owner, id)).toEqual([{ ...first, label: "First visit" }, second]);

  const moved = await pressIn(owner, id, await openAnswering(owner, id), "Remove field 1");
  expect(moved.values.get("analysis[0].label")).toBe("Reason");
  expect((await saveAnswering(owner, id, moved)).status).toBe(302);
  expect(await found(owner, id)).toEqual([second]);
});

it("refuses a field without name or question, a choice of one, an unknown type and a second field of a name", async () => {
  const { owner, id, page } = await opened();
  const refusal = (values: Record<string, string>) => refused(owner, id, page, values);
  expect(await refusal(finding({ label: " " }))).toContain("Enter a name");
  expect(await refusal(finding({ prompt: "" }))).toContain("Say what to find out");
  expect(await refusal(finding({ type: "date" }))).toContain("Choose one from the list");
  expect(await refusal(finding({ type: "choice", options: "Repair" }))).toContain(
    "Enter at least two answers",
  );
  const twice = { ...finding({}), ...finding({ label: "new CUSTOMER" }, 1) };
  expect(await refusal(twice)).toContain("Another field has this name");
});

it("keeps twelve fields and refuses a thirteenth at the list", async () => {
  const { owner, id, page } = await opened();
  const many = (count: number) =>
    Object.assign(
      {},
      ...Array.from({ length: count }, (_, place) => finding({ label: `Field ${place}` }, place)),
    );
  expect(await refused(owner, id, page, many(13))).toContain("At most 12 fields");
  expect((await saveAnswering(owner, id, page, many(12))).status).toBe(302);
  expect(await found(owner, id)).toHaveLength(12);
});
