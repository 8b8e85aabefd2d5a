/** What an organization's outbox took: it forgets what is acknowledged. */
import { isFactKind, payloadOf } from "#app/object/events.schema.ts";
import type { Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

/** Keeps a copy of everything that this organization's outbox takes from now on: an outbox forgets what is acknowledged. */
export const listenTo = (person: Person) =>
  rows(
    person,
    `create table written (id text, kind text, payload text);
     create trigger listen after insert on outbox
       begin insert into written values (new.id, new.kind, new.payload); end;`,
  );

/** Said beside most calls: only who asks for these is told of them. */
const beside = ["call.started", "contact.created", "contact.updated"];

/** What the outbox took, in order; each payload is read by its own shape. */
export async function written(person: Person, ...kinds: string[]) {
  const all = await rows(person, "select id, kind, payload from written order by rowid");
  return all.flatMap(({ id, kind, payload }) => {
    const name = String(kind);
    if (!isFactKind(name) || (kinds.length > 0 ? !kinds.includes(name) : beside.includes(name))) return [];
    return [{ id: String(id), kind: name, payload: payloadOf(name, JSON.parse(String(payload))) }];
  });
}
