/** Events for the product: read and listed. */
import { z } from "zod";
import type { Desk } from "./desk.ts";
import { fieldsOf, flag, isWithin, paging, range, text } from "./fields.ts";
import type { Form } from "./form.ts";
import { paged } from "./lists.ts";
import { invalid, missing } from "./refusals.ts";

const query = z.strictObject({
  ...paging,
  created: range.optional(),
  delivery_success: flag.optional(),
  type: text.optional(),
  types: z.array(text).max(20, "An array of up to 20 strings is accepted").optional(),
});

export function listEvents(desk: Desk, form: Form) {
  const asked = fieldsOf(query, form);
  if (asked.type !== undefined && asked.types !== undefined)
    throw invalid("You may pass either `type` or `types`, but not both.", { param: "types" });
  const isAsked = (type: string): boolean =>
    asked.types !== undefined
      ? asked.types.includes(type)
      : asked.type === undefined || matches(asked.type, type);
  const found = desk.events
    .list()
    .filter(
      ({ type, state, created }) =>
        isAsked(type) &&
        (asked.delivery_success === undefined || asked.delivery_success === (state === "delivered")) &&
        (asked.created === undefined || isWithin(created, asked.created)),
    )
    .map(({ event }) => event);
  return paged(found, asked, "/v1/events");
}

/** A type, or a group such as `charge.*`. */
const matches = (wanted: string, type: string): boolean =>
  wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type;

export function retrieveEvent(desk: Desk, id: string): object {
  const found = desk.events.find(id);
  if (!found) throw missing("event", id);
  return found.event;
}
