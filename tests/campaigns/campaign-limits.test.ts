/** The limits of all campaigns together: owners and admins lower them, and the setup, the dry run and the dialer keep them. */
import { beforeAll, expect, test } from "vitest";
import { campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { type Clinic, clinic } from "../support/telephone.ts";
import { listOf } from "./audience.ts";

let house: Clinic;
let listId: string;

beforeAll(async () => {
  house = await clinic();
  ({ listId } = await listOf(house, "Spring check-ups", [
    { name: "Greta Halvorsen", phone_number: "+12125550111" },
    { name: "Omar Whitfield", phone_number: "+12125550112" },
  ]));
});

const textOf = async (answer: Response) => pageText(await answer.text());

/** A draft with every step. */
const draftOf = ({ store, userId, agentId, numberId }: Clinic): Promise<string> =>
  store.campaigns.create(
    campaignDraft.parse({
      name: "Spring recall",
      agent_id: agentId,
      number_ids: [numberId],
      audience: { lists: [listId] },
    }),
    { id: userId, name: "Mara", time_zone: "America/New_York", locale: "en-US", now: Date.now() },
  );

test("owners lower the limits of all campaigns together, and the setup and the dry run name and keep them", async () => {
  const id = await draftOf(house);
  const typed = { intent: "campaigns", per_day: "1", per_minute: "5", number_in_14_days: "3" };
  const member = await memberOf({ role: "member", organizationId: house.organizationId });
  expect((await member.post("/settings", typed)).status).toBe(403);
  for (const wrong of [{ per_day: "1001" }, { per_minute: "11" }, { number_in_14_days: "15" }]) {
    const refused = await house.post("/settings", { ...typed, ...wrong });
    expect(refused.status).toBe(422);
    expect(await textOf(refused)).toMatch(/At most (1,000|10|14)/);
  }
  for (const per_day of ["0", "-1", "1.5", "many"])
    expect((await house.post("/settings", { ...typed, per_day })).status).toBe(422);
  expect(await house.store.dialLimits.own()).toMatchObject({ per_day: null });
  const saved = await house.post("/settings", typed);
  expect(await textOf(await house.get(saved.headers.get("location") ?? ""))).toContain(
    "Campaign limits saved.",
  );
  const step = async (name: string) => textOf(await house.get(`/campaigns/${id}/setup?step=${name}`));
  expect(await step("budget")).toContain("at most 5 calls a minute and 1 a day.");
  expect(await step("attempts")).toContain("at most one call a day and 3 in 14 days");
  const review = await step("review");
  expect(review).toContain("at most 5 calls a minute and 1 a day.");
  expect(review).toContain("2 days of calls");
  await house.post("/settings", { intent: "campaigns" });
  expect(await step("review")).toContain("1 day of calls");
});
