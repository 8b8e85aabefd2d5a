/** Conferences at every carrier: one that no one began is not found, and a carrier that refuses or is down is told apart. */
import { afterEach, describe, expect, test } from "vitest";
import { goesWrong, mend, platformAccount, type Side, sides } from "./sides.ts";

afterEach(mend);

const pathOf = ({ carrier, account_sid }: Side): string =>
  carrier === "twilio"
    ? `/2010-04-01/Accounts/${account_sid}/Conferences`
    : `/v2/texml/Accounts/${account_sid}/Conferences`;

describe.each(sides)("$carrier", (side) => {
  const unknown = side.carrier === "twilio" ? `CF${"0".repeat(32)}` : crypto.randomUUID();

  test("a conference that no one began is not found, and nothing is announced in it", async () => {
    const { client } = await platformAccount(side);
    expect(await client.conferences.find("call-none-0")).toEqual({ ok: true, id: null });
    expect(await client.conferences.announce(unknown, "https://app.test/words")).toMatchObject({
      ok: false,
      reason: "refused",
    });
  });

  test("a carrier that is down may have done it", async () => {
    const { client } = await platformAccount(side);
    await goesWrong(side, { path: pathOf(side), status: 500, times: 2 });
    expect(await client.conferences.find("call-none-0")).toMatchObject({ ok: false, reason: "silent" });
    expect(await client.conferences.announce(unknown, "https://app.test/words")).toMatchObject({
      ok: false,
      reason: "silent",
    });
  });
});
