/** Both carriers' resource of conferences, in the same words: the list of those of a name, and an announcement in one. */
import type { Room } from "./rooms.ts";
import type { Lines } from "./twilio-calls.ts";
import type { WorldDoor } from "./world-door.ts";

export const roomJson = ({ sid, account_sid, name, has_begun }: Room) => ({
  sid,
  account_sid,
  friendly_name: name,
  status: has_begun ? "in-progress" : "init",
});

type Asked = { account_sid: string; world: WorldDoor; lines: Lines };

/** Those of one name that are in progress. */
export async function roomsNamed(name: string | null, { account_sid, world }: Asked): Promise<object> {
  const room = name === null ? null : await world.roomNamed(account_sid, name);
  const conferences = room?.has_begun ? [roomJson(room)] : [];
  return { conferences, page: 0, page_size: 20 };
}

/** Has everyone in a conference hear what is at an address; null: there is no such conference. */
export async function announceIn(
  sid: string,
  url: string,
  { account_sid, world, lines }: Asked,
): Promise<object | null> {
  const room = await world.room(account_sid, sid);
  const [first] = room?.members ?? [];
  if (!room || !first) return null;
  await lines.getByName(first.call_sid).control({ type: "announce", url });
  return roomJson(room);
}
