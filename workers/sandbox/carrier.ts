/** What a call on the carrier's side needs: the product's front door and the World's storage. */

import type { Answer } from "./answers.ts";
import type { CallChanges, CarrierCall, Recording } from "./carrier-records.ts";
import type { Fault } from "./faults.ts";
import type { FrontDoor } from "./front-door.ts";
import type { Member, Others, RoomChange, RoomNews } from "./rooms.ts";
import type { Passage } from "./traffic.ts";

export type Carrier = {
  product: Pick<FrontDoor, "fetch">;
  takeFault(host: string, path: string): Promise<Fault | null>;
  record(passage: Passage): void;
  addCall(call: CarrierCall): Promise<void>;
  changeCall(sid: string, changes: CallChanges): Promise<void>;
  keepRecording(recording: Recording): Promise<void>;
  recording(sid: string): Promise<Recording | null>;
  enterRoom(
    room: { account_sid: string; carrier: string; name: string },
    member: Member,
  ): Promise<RoomChange>;
  leaveRoom(sid: string, call_sid: string): Promise<RoomChange>;
  /** The other calls in a conference. */
  roomOthers(sid: string, call_sid: string): Promise<Others>;
  /** Tells the line of another call what happened in their conference. */
  toLine(call_sid: string, news: RoomNews): Promise<void>;
  /** The script that answers at an outside number, or null. */
  answer(phone_number: string): Promise<Answer | null>;
};
