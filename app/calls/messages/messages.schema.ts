/** Messages of callers and promised call backs: as a call stores them, and as pages show them. */

/** As a call stores it. */
export type TakenMessage = {
  call_id: string;
  agent_id: string;
  kind: MessageRow["kind"];
  text: string;
  /** Null: not known. */
  name: string | null;
  phone_number: string | null;
  /** ms UTC */
  now: number;
};

/** As pages show it. */
export type MessageRow = {
  id: string;
  call_id: string;
  /** A name, or else the formatted number, or else that it was withheld. */
  who: string;
  /** Null: no name is known, or the reader may not see it. */
  face: string | null;
  /** For calling back; `link` is E.164. Null: withheld, or hidden from the reader. */
  phone: { shown: string; link: string } | null;
  kind: "message" | "call_back";
  text: string;
  /** When they are to be called back, in words; null: no time was agreed. */
  due: string | null;
  /** "12 min ago" */
  when: string;
  exactly: string;
  /** Which member did it, and when, in words; null: it is open. */
  done: { by: string; when: string } | null;
};
