/** Open live feeds during changes at /security: a session that was signed out hears nothing more (R4). */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { pageForm } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  origin,
  type Person,
} from "../support/people.ts";
import { anotherBrowser, sessionOf, withGoogle, withPassword } from "./arrange.ts";

/** A person whose other browser listens to their organization; `closed` is the code with which its feed was closed. */
async function heardElsewhere() {
  const person = await memberOf();
  await withPassword(person.userId);
  const other = await anotherBrowser(person.userId);
  const { webSocket, status } = await other.get(`/live?organization_id=${person.organizationId}`, {
    upgrade: "websocket",
    origin,
  });
  if (!webSocket) throw new Error(`the feed answered ${status}`);
  webSocket.accept();
  const closed = new Promise<number>((resolve) =>
    webSocket.addEventListener("close", ({ code }) => resolve(code)),
  );
  return { person, other, closed };
}

const next = "Maple-lantern-38";
const ways: [string, (person: Person, other: Client) => Promise<Response>][] = [
  [
    "that device is signed out",
    (person, other) =>
      person.post("/security", {
        intent: "session-end",
        session: sessionOf(other),
      }),
  ],
  ["all others are signed out", (person) => person.post("/security", { intent: "sessions-end" })],
  [
    "the password is changed",
    (person) =>
      person.post("/security", {
        intent: "password",
        current_password: "Violet-harbor-27",
        password: next,
        confirm_password: next,
      }),
  ],
  [
    "Google is disconnected",
    async (person) => {
      await withGoogle(person.userId, person.email);
      return person.post("/security", { intent: "google-disconnect" });
    },
  ],
  [
    "a passkey is removed",
    async (person) => {
      const id = newId();
      await controlPlane().insert(control.passkeys).values({
        id,
        user_id: person.userId,
        name: "Laptop",
        public_key: "AA",
        counter: 0,
        rp_id: "app.test",
        created_at: Date.now(),
      });
      return person.post("/mfa-setup", { intent: "passkey-remove", passkey_id: id, name: "Laptop" });
    },
  ],
  [
    "the address is changed, by a link that is opened where nobody is signed in",
    async (person) => {
      const wanted = newAddress();
      await person.post("/security", { intent: "email", email: wanted });
      for (const email of [person.email, wanted]) {
        const { text } = await mailTo(email);
        const token = /\?token=([\w-]+)/.exec(text)?.[1] ?? "";
        await anonymous().post("/security/email", { token });
      }
      return person.get("/dashboard");
    },
  ],
  [
    "the account is deleted",
    async (person) => {
      const { values } = await pageForm(await (await person.get("/security")).text(), "delete-account");
      values.set("email", person.email);
      values.set("intent", "delete");
      return person.post("/security", values);
    },
  ],
];

test.each(ways)("R4: what another device listens to is closed when %s", async (_, happens) => {
  const { person, other, closed } = await heardElsewhere();
  expect((await happens(person, other)).status).toBe(302);
  expect(await closed).toBe(4003);
});
