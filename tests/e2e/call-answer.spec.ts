/** `npm run call -- --answer`: a call that an agent places rings in the terminal, and is talked through there. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { callingHours } from "../../app/calls/compliance/calling-hours.ts";
import { expect, test } from "./visitor.ts";

/** A number that may be called at this hour. */
function lawful(): string {
  const all = ["+12125550831", "+18085550831", "+442079460831", "+81312340831", "+6493000831"];
  const found = all.find((to) => callingHours.mayCall({ to, now: Date.now(), locale: "en-US" }).ok);
  if (!found) throw new Error("no number for this hour");
  return found;
}

const agentAddress = /\/agents\/[0-9a-f-]{36}/;

test("the person who is called is played in the terminal", async ({ page, signIn, baseURL }) => {
  // A call is heard at the pace of speech.
  test.slow();
  const to = lawful();
  const port = new URL(baseURL ?? "").port;
  const said = ["What are your opening hours?", "(hang up)"];
  const command = ["scripts/call.mjs", "--port", port, "--answer", "--at", to, ...said];
  const terminal = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const out of [terminal.stdout, terminal.stderr])
    out.on("data", (piece: Buffer) => {
      printed += String(piece);
    });
  await signIn();
  await page.goto("/agents");
  await page
    .getByRole("main")
    .getByRole("link", { name: /front desk/i })
    .first()
    .click();
  await page.waitForURL(agentAddress);
  const [agent = ""] = agentAddress.exec(page.url()) ?? [];
  await page.goto(`${agent}/dial`);
  await page.getByLabel("Number").fill(to);
  await page.getByRole("button", { name: "Check the number" }).click();
  await page.getByRole("button", { name: "Call now" }).click();
  await expect.poll(() => printed, { timeout: 60_000 }).toContain(`calls ${to}`);
  await expect.poll(() => printed, { timeout: 60_000 }).toContain("You     What are your opening hours?");
  const [code] = await once(terminal, "exit");
  expect(printed).toMatch(/Agent {3}.+\n/);
  expect(printed).toContain("Over: the caller hung up.");
  expect(code).toBe(0);
});
