/** What happens when a machine answers a placed call whose agent leaves that to the organization's telephony settings. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { mend } from "../carriers/sides.ts";
import { anonymous } from "../support/people.ts";
import { houseAt, placed } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
afterEach(mend);

test.each(["twilio", "telnyx"])(
  "at %s a machine meets what the organization has set, where the agent says nothing of it",
  async (carrier) => {
    const house = await houseAt(carrier, (spec) => ({
      ...spec,
      voicemail: "default",
      voicemail_message: null,
    }));
    const machine = {
      outcome: "answered",
      turns: [{ answered_by: "machine_end_beep" }, { silence_ms: 4000 }],
    };
    const set = (form: Record<string, string>) =>
      house.post("/twilio-settings", { do: "outgoing", default_account: "", caller_id: "", ...form });
    expect((await set({ machines: "message", voicemail_message: "" })).status).toBe(422);
    expect((await set({ machines: "message", voicemail_message: "This is {organization}." })).status).toBe(
      302,
    );
    const left = await placed(house, machine);
    expect(left.row).toMatchObject({ end_reason: "voicemail_left" });
    expect(String(left.row.cost_items)).toContain("detection");
    expect((await set({ machines: "hang_up", voicemail_message: "" })).status).toBe(302);
    expect((await placed(house, machine)).row).toMatchObject({ end_reason: "voicemail_hangup" });
    // Nothing listens any more: the machine is talked to like a person, and costs no detection.
    expect((await set({ machines: "off", voicemail_message: "" })).status).toBe(302);
    const unheard = await placed(house, { outcome: "answered", turns: [{ hang_up: true }] });
    expect(String(unheard.row.cost_items)).not.toContain("detection");
  },
);
