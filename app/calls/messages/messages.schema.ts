/** Messages that callers left and call backs that they were promised: as a call takes them, and as pages show them. */

/** As a call takes it. */
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
  /** A name, else the number as people write it, else that it was withheld. */
  who: string;
  /** Null: no name is known, or the reader may not know it. */
  face: string | null;
  /** To be called; `link` is E.164. Null: withheld, or hidden from the reader. */
  phone: { shown: string; link: string } | null;
  kind: "message" | "call_back";
  text: string;
  /** "12 min ago" */
  when: string;
  exactly: string;
  /** Who did it, and when, in words; null: it is open. */
  done: { by: string; when: string } | null;
};
