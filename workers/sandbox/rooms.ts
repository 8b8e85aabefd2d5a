/** The carriers' conferences: who is in which, and whether it has begun. They live as long as the calls in them. */
import { newSid } from "./carrier-records.ts";

export type Member = {
  call_sid: string;
  /** Whether the conference begins with it, and ends when it leaves. */
  begins: boolean;
  ends: boolean;
  /** Whether it hangs up as soon as something is said there, by its script. */
  leaves?: boolean;
};
export type Room = {
  sid: string;
  account_sid: string;
  name: string;
  has_begun: boolean;
  /** In the order in which they came. */
  members: Member[];
};
/** What a call in it hears of it: that it begins, that it is over, words, and the end of the words. */
export type RoomNews =
  | { type: "room"; is: "begun" | "over" | "introduced" }
  | { type: "room"; is: "said"; text: string };
/** What an entry or an exit changed; `others`: the calls in it besides. */
export type RoomChange = { sid: string; has_begun: boolean; changes: boolean; others: string[] };

/** The other calls in it, and whether one of them leaves at the first word. */
export type Others = { others: string[]; leaves: boolean };

const sidsOf = ({ members }: Room, except: string): string[] =>
  members.map(({ call_sid }) => call_sid).filter((call_sid) => call_sid !== except);

export class Rooms {
  #rooms: Room[] = [];

  /** `changes`: it begins with this member. */
  enter(
    { account_sid, carrier, name }: { account_sid: string; carrier: string; name: string },
    member: Member,
  ): RoomChange {
    let room = this.named(account_sid, name);
    if (!room) {
      const sid = carrier === "telnyx" ? crypto.randomUUID() : newSid("CF");
      room = { sid, account_sid, name, has_begun: false, members: [] };
      this.#rooms.push(room);
    }
    room.members = [...room.members.filter(({ call_sid }) => call_sid !== member.call_sid), member];
    const changes = member.begins && !room.has_begun;
    room.has_begun ||= member.begins;
    return { sid: room.sid, has_begun: room.has_begun, changes, others: sidsOf(room, member.call_sid) };
  }

  /** `changes`: it is over for all. */
  leave(sid: string, call_sid: string): RoomChange {
    const room = this.#rooms.find((one) => one.sid === sid);
    const member = room?.members.find((one) => one.call_sid === call_sid);
    if (!room || !member) return { sid, has_begun: false, changes: false, others: [] };
    const others = sidsOf(room, call_sid);
    room.members = room.members.filter((one) => one !== member);
    const changes = member.ends || others.length === 0;
    if (changes) this.#rooms = this.#rooms.filter((one) => one !== room);
    return { sid, has_begun: room.has_begun, changes, others };
  }

  others(sid: string, call_sid: string): Others {
    const room = this.#rooms.find((one) => one.sid === sid);
    const leaves = room?.members.some((one) => one.call_sid !== call_sid && one.leaves) ?? false;
    return { others: room ? sidsOf(room, call_sid) : [], leaves };
  }

  named(account_sid: string, name: string): Room | null {
    return this.#rooms.find((room) => room.account_sid === account_sid && room.name === name) ?? null;
  }

  find(account_sid: string, sid: string): Room | null {
    return this.#rooms.find((room) => room.account_sid === account_sid && room.sid === sid) ?? null;
  }
}
