/** Writes the clinic's calls of the demo as calls of people are written: with what they booked, asked and left. */
import { day_ms } from "#app/platform/durations.ts";
import type { Store } from "#app/platform/organization-door.ts";
import type { DemoCall } from "./demo-calls.ts";
import { clinic, staff } from "./demo-clinic.ts";

/** The colleague who does callers' messages in the demo. */
export const colleague = { id: staff[2]?.id ?? "", name: staff[2]?.name ?? "" };

/** Books the call's appointments; returns the id of the last one. Requests of one tick travel as one trip. */
export async function bookingOf(store: Store, { bookings }: DemoCall): Promise<string | null> {
  const answers = await Promise.all(
    bookings.flatMap(({ request, action_id, agent, now }) => {
      const { hours, actions } = agent.spec;
      const rules = { action_id, hours, time_zone: clinic.time_zone, now };
      return actions.book ? [store.bookings.book(request, { ...rules, book: actions.book })] : [];
    }),
  );
  const last = answers.at(-1);
  return last?.ok ? last.booking_id : null;
}

/** Writes the call down, in the same trip as what is asked in the same tick. */
export function recorded(
  store: Store,
  { call, questions, messages }: DemoCall,
  booking_id: string | null,
): Promise<unknown>[] {
  const asked = { agent_id: call.agent_id ?? "", call_id: call.id };
  return [
    ...questions.map(({ question, now }) => store.questions.note({ ...asked, question, now })),
    ...messages.map(async ({ message, done_at }) => {
      const { id } = await store.messages.take(message);
      const { call_id, kind, now } = message;
      if (kind === "call_back" && done_at === null)
        await store.callBacks.promise({ message_id: id, call_id, due_at: now + day_ms, now });
      if (done_at !== null) await store.messages.markDone({ id, call_id: null }, colleague, done_at);
    }),
    store.live.finish({ ...call, booking_id }),
  ];
}

/** Calls in one trip to the clinic's object. */
const callsPerTrip = 25;

/** Writes calls, the oldest first. */
export async function seedCalls(store: Store, calls: readonly DemoCall[]): Promise<void> {
  for (let first = 0; first < calls.length; first += callsPerTrip) {
    const some = calls.slice(first, first + callsPerTrip);
    const booked = await Promise.all(some.map((call) => bookingOf(store, call)));
    await Promise.all(some.flatMap((call, i) => recorded(store, call, booked[i] ?? null)));
  }
}
