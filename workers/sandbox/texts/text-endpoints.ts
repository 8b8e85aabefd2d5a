/** The texts of the sandbox's phone: a person texts a number of the product, and reads what comes back. */
import { z } from "zod";
import { methodNotAllowed, problem, readJson } from "#workers/sandbox/json.ts";
import { phoneNumber } from "#workers/sandbox/turns.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";

const textOrder = z.strictObject({
  /** A phone, or a short code. */
  from: z.string().min(3).max(20),
  to: phoneNumber,
  text: z.string().max(5000).default(""),
  media: z.number().int().min(0).max(10).default(0),
  tells_opt_out: z.boolean().default(false),
  again: z.string().max(60).optional(),
});

/**
 * `POST` texts a number of the product, and answers with what its webhook answered; `GET ?our&other` the messages
 * between two numbers.
 */
export async function phoneTexts(request: Request, url: URL, world: WorldDoor): Promise<Response> {
  if (request.method === "GET") {
    const [our, other] = [url.searchParams.get("our") ?? "", url.searchParams.get("other") ?? ""];
    return Response.json({ texts: await world.texts.between(our, other) });
  }
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const order = await readJson(request, textOrder);
  if (!order.ok) return order.response;
  const place = await placeOf(world, order.value.to);
  if (!place) return problem(404, `${order.value.to} isn't in service.`);
  const { account, address } = place;
  if (address === "") return problem(409, `${order.value.to} takes no messages.`);
  return Response.json(await world.texts.receive(account, followed(address, url), order.value), {
    status: 201,
  });
}

/** Whose a number of the product is, and where its messages are announced; null: it is none. */
async function placeOf(world: WorldDoor, to: string) {
  const number = await world.numberCalled(to);
  const account = number && (await world.account(number.account_sid));
  if (!number || !account) return null;
  const name = account.carrier === "telnyx" ? account.sid : number.sid;
  return { account, address: (await world.texts.address(name)) || messageAddress(number.voice_url) };
}

/** A text of the product that goes to a number of the product comes in there. */
export async function carryOn(
  world: WorldDoor,
  { from, to, words }: { from: string; to: string; words: string },
): Promise<void> {
  const place = await placeOf(world, to);
  if (!place || place.address === "") return;
  const order = { from, to, text: words, media: 0, tells_opt_out: false };
  await world.texts.receiveLater(place.account, place.address, order);
}

/** Numbers that were sold before messages were: they are announced where the calls are. */
const messageAddress = (voice_url: string): string => voice_url.replace(/\/voice(?=\?|$)/, "/message");

/** The local server may listen at another port by now. */
const followed = (address: string, { hostname, origin }: URL): string =>
  hostname === "localhost" ? address.replace(/^http:\/\/localhost(:\d+)?(?=\/|$)/, origin) : address;
