/** The id of an appointment's event at Google: letters a to v and digits, made of the appointment's own id. */

const prefix = "bk";

export const eventIdOf = (bookingId: string): string => `${prefix}${bookingId.replaceAll("-", "")}`;

/** The appointment that an event's id is made of; null: it is someone else's event. */
export function bookingOf(eventId: string): string | null {
  const parts = /^bk([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(eventId);
  return parts ? parts.slice(1).join("-") : null;
}
