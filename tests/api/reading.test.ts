/** What operations that read answer: everything in the shape that the API's description promises. */
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "#app/api/operations.server.ts";
import { memberOf, type Person } from "../support/people.ts";
import { ask, jsonOf, keyOf, oneOfEach, pageShape } from "./arrange.ts";

let owner: Person;
let key: string;
let own: Record<string, string>;

beforeAll(async () => {
  owner = await memberOf();
  key = await keyOf(owner);
  own = await oneOfEach(owner);
});

const reading = operations
  .filter(({ method, file }) => method === "GET" && file === undefined)
  .map((one): [string, (typeof operations)[number]] => [one.id, one]);

test.each(reading)("%s answers what is there, in its shape", async (_, { path, answer }) => {
  const said = await ask(
    key,
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => own[name] ?? ""),
  );
  expect(said.status, await said.clone().text()).toBe(200);
  const body = await jsonOf(said);
  const strict = z.toJSONSchema(answer, { io: "output", unrepresentable: "any" });
  expect(answer.parse(body)).toEqual(body);
  expect(strict.type).toBe("object");
  const page = pageShape.safeParse(body);
  if (page.success) expect(page.data.data.length, "rows").toBeGreaterThan(0);
});

test("without the scope for persons, calls and appointments say nothing of who they are about", async () => {
  const limited = await keyOf(owner, { access: "chosen", scopes: ["calls.read", "bookings.read"] });
  const call = await (await ask(limited, `/calls/${own.call_id}`)).text();
  const booking = await (await ask(limited, `/bookings/${own.booking_id}`)).text();
  for (const secret of ["+14155550142", "parking", "Parking", "Hank"]) {
    expect(call).not.toContain(secret);
    expect(booking).not.toContain(secret);
  }
  expect((await ask(limited, `/calls/${own.call_id}/transcript`)).status).toBe(403);
  const whole = await (await ask(key, `/calls/${own.call_id}`)).text();
  expect(whole).toContain("+14155550142");
  expect(whole).toContain("Asked about parking");
});

test("calls and contacts are filtered as pages filter them", async () => {
  const ids = async (path: string) =>
    pageShape.parse(await jsonOf(await ask(key, path))).data.map(({ id }) => id);
  expect(await ids("/calls?outcome=answered&direction=inbound")).toEqual([own.call_id]);
  expect(await ids("/calls?outcome=booked")).toEqual([]);
  expect(await ids("/calls?from=2020-01-01&to=2020-01-02")).toEqual([]);
  expect(await ids("/contacts?q=sorensen")).toEqual([own.contact_id]);
  expect(await ids("/contacts?status=booked")).toEqual([]);
  expect(await ids("/bookings?status=canceled")).toEqual([]);
  expect(await ids(`/bookings?from=${new Date().toISOString()}`)).toEqual([own.booking_id]);
});

test("the recording of a call without one is not there", async () => {
  expect((await ask(key, `/calls/${own.call_id}/recording`)).status).toBe(404);
});
