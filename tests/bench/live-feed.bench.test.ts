/** What a browser hears while fifty calls run and both sides of each speak twice a second. Prints what it measures and judges nothing. */
import { expect, test } from "vitest";
import { agentLine, goingCalls } from "../calls/arrange.ts";
import { memberOf, origin } from "../support/people.ts";

const calls = 50;
const seconds = 10;
const linesASecond = 2;

test("the live feed of fifty running calls", async () => {
  const owner = await memberOf();
  const ids = await goingCalls(owner, calls);
  const { webSocket } = await owner.get(`/live?organization_id=${owner.organizationId}`, {
    upgrade: "websocket",
    origin,
  });
  if (!webSocket) throw new Error("no feed");
  const arrivals: { at: number; bytes: number }[] = [];
  webSocket.accept();
  webSocket.addEventListener("message", ({ data }) => {
    arrivals.push({ at: Date.now(), bytes: String(data).length });
  });
  const begun = Date.now();
  let lines = 0;
  for (let round = 0; round < seconds * linesASecond; round += 1) {
    const due = begun + (round * 1000) / linesASecond;
    while (Date.now() < due) await scheduler.wait(Math.max(1, due - Date.now()));
    // As calls report: each by itself, spread over the time of a round.
    for (const id of ids) {
      await owner.store.live.storeLines(id, [agentLine(round)], null);
      lines += 1;
    }
  }
  await scheduler.wait(500);
  webSocket.close();
  const told = arrivals.slice(1);
  const most = Math.max(
    ...told.map(({ at }) => told.filter((one) => one.at >= at && one.at < at + 1000).length),
  );
  const bytes = told.reduce((sum, one) => sum + one.bytes, 0);
  expect(told.length).toBeGreaterThan(0);
  for (const [figure, value, unit, budget] of [
    [
      `live feed: messages of the busiest second to a browser, ${calls} calls, ${lines} lines`,
      most,
      "",
      "≤ 5",
    ],
    ["live feed: to a browser", bytes / 1024 / seconds, "KB a second", ""],
  ] as const)
    console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget })}`);
}, 300_000);
