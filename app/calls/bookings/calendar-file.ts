/** Appointments as an iCalendar file (RFC 5545): times in UTC, lines of at most 75 octets, texts escaped. */
import type { Booking } from "#app/bookings/booking-terms.ts";

/** An appointment, as far as a feed shows it. */
export type FeedBooking = Pick<
  Booking,
  "id" | "starts_at" | "ends_at" | "kind" | "status" | "version" | "updated_at"
> & {
  /** Null: the feed shows no persons. */
  person: { name: string; phone_number: string | null; notes: string } | null;
};

/** "20261123T150000Z" of an instant, ms UTC. */
const utc = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");

/** A TEXT value (RFC 5545, section 3.3.11); control characters have no place in it. */
const text = (value: string): string =>
  value
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n");

const octets = new TextEncoder();
/** A line has at most 75 octets, and the space that continues it counts (RFC 5545, section 3.1). */
const mostOctets = 75;

/** A content line, folded between characters. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let length = 0;
  for (const character of line) {
    const more = octets.encode(character).length;
    if (length + more > mostOctets) {
      parts.push(part);
      part = " ";
      length = 1;
    }
    part += character;
    length += more;
  }
  return [...parts, part].join("\r\n");
}

const statusOf = ({ status }: Pick<FeedBooking, "status">): string =>
  status === "canceled" ? "CANCELLED" : "CONFIRMED";

function event(booking: FeedBooking): string[] {
  const { id, starts_at, ends_at, kind, person, version, updated_at, status } = booking;
  const noShow = status === "no_show" ? " (no-show)" : "";
  const told = person
    ? [person.phone_number, person.notes].filter((part) => part !== null && part !== "").join("\n")
    : "";
  return [
    "BEGIN:VEVENT",
    `UID:${id}`,
    // Of the last change, not of the request: the same calendar is the same file.
    `DTSTAMP:${utc(updated_at)}`,
    `LAST-MODIFIED:${utc(updated_at)}`,
    `SEQUENCE:${version}`,
    `DTSTART:${utc(starts_at)}`,
    `DTEND:${utc(ends_at)}`,
    `SUMMARY:${text(person?.name ? `${kind}: ${person.name}${noShow}` : `${kind}${noShow}`)}`,
    ...(told === "" ? [] : [`DESCRIPTION:${text(told)}`]),
    `STATUS:${statusOf(booking)}`,
    `TRANSP:${status === "canceled" ? "TRANSPARENT" : "OPAQUE"}`,
    "END:VEVENT",
  ];
}

/**
 * The file of a calendar.
 * @param owner the organization's name: the file carries no other
 */
export function calendarFile(owner: string, bookings: readonly FeedBooking[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${text(owner).replaceAll("/", " ")}//Appointments//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${text(`${owner}: appointments`)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ...bookings.flatMap(event),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
