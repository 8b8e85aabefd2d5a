/** The doors of the product on a tenant's host: what lives there is open, and nothing of what the same person has elsewhere. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { stillListening } from "#app/membership/live-listeners.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { doors, met, metBy, push } from "../organizations/doors.ts";
import { invited } from "../organizations/inviting.ts";
import { anotherBrowser, sessionOf, withPassword } from "../security/arrange.ts";
import { joins, leaves, tenantsHost } from "../sign-in/crossing.ts";
import { anonymous, type Client, controlPlane, goodPassword, memberOf, origin } from "../support/people.ts";
import { deeds, type Guest, guests, tenantsMatrix } from "./access-matrix.ts";

let house: Awaited<ReturnType<typeof tenantsHost>>;

beforeAll(async () => {
  house = await tenantsHost();
  // Strangers stay, so that each door answers for itself.
  await controlPlane()
    .update(control.organizationBranding)
    .set({ enable_custom_domain_redirect: false })
    .where(eq(control.organizationBranding.custom_domain, house.host));
});

/** A browser of its own for each try, because some doors end the session that comes through. */
async function as(guest: Guest): Promise<Client> {
  const { organizationId } = house.owner;
  if (guest === "stranger") return anonymous();
  const isStaff = guest === "staff";
  const person = await memberOf({ organizationId, host: house.host, isPlatformAdmin: isStaff });
  if (guest === "shared") await joins(person.userId, await memberOf());
  if (guest === "outsider") await leaves(person.userId, house.owner);
  return person;
}

const real = (address: string) =>
  address
    .replace(":callId", newId())
    .replace(":threadId", newId())
    .replace(":bookingId", newId())
    .replace(":contactId", newId())
    .replace(":importId", newId())
    .replace(":file", `${"0".repeat(64)}.ics`)
    .replace(":agentId", newId())
    .replace(":numberId", newId())
    .replace(":accountId", newId())
    .replace(":organizationId", newId())
    .replace(":userId", newId())
    .replace(":campaignId", newId())
    .replace(":workflowId", newId())
    .replace(":runId", newId())
    .replace(":testId", newId())
    .replace(":endpointId", newId())
    .replace(":deliveryId", `msg_${newId()}`)
    .replace(":clientId", newId())
    .replace(":errorId", newId())
    .replace(":slug", "roles")
    .replace(":invoiceId", newId())
    .replace(":exportId", newId())
    .replace(":receiptId", "0".repeat(32))
    .replace("*", "no/such/page");

async function through(door: string, guest: Guest, path: (address: string) => string): Promise<string> {
  const [method, address = ""] = door.split(" ");
  const person = await as(guest);
  const at = house.at(path(address));
  const answer = method === "GET" ? await person.get(at) : await push(person, address, at, {});
  return shown(answer);
}

/** As the tables write it: a page of the main host as `main:/page`. */
const shown = async (answer: Response): Promise<string> =>
  (await met(answer)).replace(new RegExp(`^${origin}(/[^?]*).*$`), "main:$1");

test("every loader and every action has its line for a tenant's host, and no line is left over", () => {
  expect([...tenantsMatrix.keys()].sort()).toEqual([...new Set(doors)].sort());
});

test.each([...tenantsMatrix])(
  "on a tenant's host %s lets in whom it should, as a document or as data",
  async (door, expected) => {
    const isFunction = door.includes(" /functions/");
    const seen = await metBy(guests, door, isFunction, (guest, way) =>
      through(door, guest, (address) => way(real(address))),
    );
    expect(seen).toEqual(expected);
  },
);

/** An owner of two organizations, one of which has the house's host; signed in there and on the main host. */
async function ownerOfTwo() {
  const there = await memberOf({ organizationId: house.owner.organizationId, host: house.host });
  const other = await memberOf();
  await joins(there.userId, other, "owner");
  await withPassword(there.userId);
  const main = await anotherBrowser(there.userId);
  return { there, main, other, email: there.email };
}
type Owner = Awaited<ReturnType<typeof ownerOfTwo>>;

const asJson = (browser: Client, path: string, body: object, headers: Record<string, string> = {}) =>
  browser.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify(body),
  });

/** Opens a live feed and hangs up. */
async function listen(browser: Client, at: (path: string) => string, organizationId: string) {
  const headers = { upgrade: "websocket", origin: new URL(at("/"), origin).origin };
  const answer = await browser.get(at(`/live?organization_id=${organizationId}`), headers);
  answer.webSocket?.accept();
  answer.webSocket?.close(1000);
  return answer;
}

/** Each deed, by a browser and the host that it is on. */
const doing: Record<
  keyof typeof deeds,
  (browser: Client, at: (path: string) => string, owner: Owner) => Promise<Response>
> = {
  "switch to it": (browser, at, { other }) =>
    browser.post(at("/organizations/switch"), { to: other.organizationId }),
  "restore it once it was deleted": async (browser, at, { other }) => {
    await controlPlane()
      .update(control.organizations)
      .set({ archived_at: Date.now(), purge_at: Date.now() + 86_400_000 })
      .where(eq(control.organizations.id, other.organizationId));
    return browser.post(at("/organizations/restore"), { organization: other.organizationId });
  },
  "read a page that was drawn for it": (browser, at, { other }) =>
    browser.get(at("/agents.data"), {
      "x-organization": other.organizationId,
      cookie: `${browser.cookie}; __Host-active_organization_id=${other.organizationId}`,
    }),
  "post a form that was drawn for it": (browser, at, { other }) =>
    browser.post(
      at("/agents/new"),
      { organization_id: other.organizationId },
      { cookie: `${browser.cookie}; __Host-active_organization_id=${other.organizationId}` },
    ),
  "listen to its live feed": (browser, at, { other }) => listen(browser, at, other.organizationId),
  "take up an invitation to a third one": async (browser, at, { email }) => {
    const { invitation } = await invited(await memberOf(), { email });
    return asJson(browser, at("/functions/accept-invitation"), { invitationId: invitation.id });
  },
  "get a token for the host of a third one": async (browser, at, { there }) => {
    const third = await tenantsHost();
    await joins(there.userId, third.owner);
    await controlPlane()
      .update(control.sessions)
      .set({ ref_host: third.host })
      .where(eq(control.sessions.user_id, there.userId));
    return asJson(browser, at("/functions/generate-auth-token"), { userId: there.userId });
  },
  "found another one": (browser, at) => browser.post(at("/organizations/new"), { name: "Harbor Two" }),
  "speak on the main host with the session's access token": async (browser, at) => {
    const refreshed = await asJson(browser, at("/functions/refresh-session"), {});
    const { access_token }: { access_token: string } = await refreshed.json();
    // Who is known by the token is told that there is no such invitation.
    return anonymous().fetch("/functions/accept-invitation", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ invitationId: newId() }),
    });
  },
  "carry the session's cookie to the main host": (browser) =>
    anonymous().get("/agents", { cookie: browser.cookie }),
  "look at the account": (browser, at) => browser.get(at("/security")),
  "change the account's password": (browser, at) =>
    browser.post(at("/security"), {
      intent: "password",
      current_password: goodPassword,
      password: "Amber-lighthouse-61",
      confirm_password: "Amber-lighthouse-61",
    }),
  "end the account's other sessions": (browser, at) =>
    browser.post(at("/security"), { intent: "sessions-end" }),
  "download all of the account": (browser, at) => browser.post(at("/security/export")),
  "ask for a passkey to be added": (browser, at) => browser.post(at("/passkeys/options"), { for: "add" }),
};

test.each(Object.entries(deeds))(
  "a page on a tenant's host can't do to another organization of the same person: %s",
  async (deed, expected) => {
    const name = deed as keyof typeof deeds;
    const [one, two] = [await ownerOfTwo(), await ownerOfTwo()];
    expect({
      there: await shown(await doing[name](one.there, house.at, one)),
      main: await shown(await doing[name](two.main, (path) => path, two)),
    }).toEqual(expected);
  },
);

test("on a tenant's host the live feed of what lives there opens, and goes on for as long as it lives there", async () => {
  const { there, main, other } = await ownerOfTwo();
  const { organizationId } = house.owner;
  expect((await listen(there, house.at, organizationId)).status).toBe(101);
  const id = sessionOf(there);
  const heard = async (organization: string) => [
    ...(await stillListening(env, organization, [id, main.sessionId], Date.now())),
  ];
  expect(await heard(organizationId)).toEqual(expect.arrayContaining([id, main.sessionId]));
  expect(await heard(other.organizationId)).toEqual([main.sessionId]);
  const moved = await tenantsHost();
  await controlPlane().update(control.sessions).set({ host: moved.host }).where(eq(control.sessions.id, id));
  expect(await heard(organizationId)).toEqual([main.sessionId]);
});
