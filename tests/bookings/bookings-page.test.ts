/** /bookings through the front door: what is shown to whom, changes by hand and their conflicts, clock changes. */
import { beforeAll, expect, test } from "vitest";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { addDays, instantOf, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { type Client, memberOf, type Person } from "../support/people.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";

const zone = "America/New_York";
let house: Clinic;
/** A Wednesday, at least a week ahead. */
let wednesday: string;

beforeAll(async () => {
  const day = [{ from: "08:00", to: "18:00" }];
  const weekly = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  house = await clinic((spec) => ({ ...spec, hours: { weekly, holidays: [] } }));
  const soon = addDays(localDate(Date.now(), zone), 7);
  wednesday = addDays(soon, (3 - weekdayOf(soon) + 7) % 7);
});

const byHand = (more: Record<string, string> = {}) => ({
  request: newId(),
  agent: house.agentId,
  kind: "Cleaning",
  minutes: "30",
  date: wednesday,
  clock: "10:00",
  name: "Greta Halvorsen",
  phone: "212 555 0177",
  notes: "",
  ...more,
});

/** @returns the id of the appointment that the page leads to */
async function booked(person: Client, more: Record<string, string> = {}): Promise<string> {
  const answer = await person.post("/bookings/new", byHand(more));
  expect(answer.status).toBe(302);
  return (answer.headers.get("location") ?? "").replace("/bookings/", "");
}

const seen = (version: number, more: Record<string, string> = {}) => ({
  version: String(version),
  request: newId(),
  ...more,
});
const toMove = (clock: string, more: Record<string, string> = {}) => ({
  do: "move",
  date: wednesday,
  clock,
  ...more,
});

const textOf = async (answer: Response) => pageText(await answer.text());
const facts = async (owner: { organizationId: string }, kind: string) =>
  (await rows(owner, `select payload from outbox where kind = '${kind}'`)).map(({ payload }) =>
    JSON.parse(String(payload)),
  );

/** An organization of its own, so that other tests' appointments are not in its calendar. */
const own = () => memberOf();

test("an appointment booked by hand is in day, week and list, with who, what, number and where it came from", async () => {
  const id = await booked(house);
  for (const view of ["day", "week", "list"]) {
    const page = await textOf(await house.get(`/bookings?view=${view}&date=${wednesday}`));
    expect(page, view).toContain("Greta Halvorsen");
    expect(page, view).toContain("Cleaning");
    expect(page, view).toContain("10:00");
  }
  const page = await textOf(await house.get(`/bookings/${id}`));
  expect(page).toMatch(/Number \+1 212 555 0177.*Booked by hand, in the calendar of /);
  const other = await textOf(await house.get(`/bookings?view=day&date=${addDays(wednesday, 1)}`));
  expect(other).toContain("No appointments here");
  expect(await facts(house, "booking.made")).toContainEqual(
    expect.objectContaining({ booking_id: id, call_id: null, phone_number: "+12125550177" }),
  );
});

test("the agent's rules stand beside, and only their free times are offered", async () => {
  const page = await (await house.get(`/bookings/new?date=${wednesday}`)).text();
  expect(page).toContain('<option value="09:00">');
  expect(page).not.toContain('<option value="03:00">');
  const list = await textOf(await house.get("/bookings"));
  expect(list).toMatch(/Start times every \d+ minutes/);
  expect(list).toContain("Change rules");
});

test("the day that the form shows is the day that is booked, also without scripts", async () => {
  const next = addDays(wednesday, 1);
  /** What a browser sends of a page's form whose day was changed, and nothing else. */
  const changed = async (path: string, does: string, more: Record<string, string>) => {
    const html = await (await house.get(path)).text();
    expect(html.match(/name="date"/g)).toHaveLength(1);
    const { values } = await pageForm(html, "appointment");
    const form = { ...Object.fromEntries(values), ...more, do: does, date: next };
    return house.post(path.replace(/\?.*/, ""), form);
  };
  const made = await changed(`/bookings/new?date=${wednesday}`, "book", { other: "16:00", name: "Una Voss" });
  expect(made.status).toBe(302);
  const id = (made.headers.get("location") ?? "").replace("/bookings/", "");
  expect((await house.store.bookings.find(id))?.starts_at).toBe(instantOf(next, "16:00", zone));
  const list = `/bookings/new?date=${wednesday}`;
  expect((await changed(list, "times", {})).headers.get("location")).toContain(`date=${next}`);

  const moved = await booked(house, { clock: "09:00", name: "Una Voss" });
  expect((await changed(`/bookings/${moved}`, "move", { other: "17:00" })).status).toBe(200);
  expect((await house.store.bookings.find(moved))?.starts_at).toBe(instantOf(next, "17:00", zone));
});

test("the form opens on the next day with a free time, and the calendar goes to a chosen date", async () => {
  const closed: { from: string; to: string }[] = [];
  const day = [{ from: "08:00", to: "18:00" }];
  const wed = { mon: closed, tue: closed, wed: day, thu: closed, fri: closed, sat: closed, sun: closed };
  const weekly = await clinic((spec) => ({ ...spec, hours: { weekly: wed, holidays: [] } }));
  const { values } = await pageForm(await (await weekly.get("/bookings/new")).text(), "appointment");
  expect(weekdayOf(values.get("date") ?? "")).toBe(3);
  expect(await (await house.get("/bookings")).text()).toContain("Go to date");
});

test("an agent that was chosen and books other kinds asks for one of its own", async () => {
  const { minutes: _minutes, ...form } = byHand({ kind: "Haircut", clock: "08:00" });
  const answer = await house.post("/bookings/new", form);
  expect(answer.status).toBe(422);
  expect(await textOf(answer)).toContain("This agent books other kinds");
});

test("the same press books once", async () => {
  const form = byHand({ clock: "11:00" });
  const answers = await Promise.all([1, 2, 3].map(() => house.post("/bookings/new", form)));
  expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
  const taken = await house.post("/bookings/new", byHand({ clock: "11:15" }));
  expect(taken.status).toBe(409);
  const page = await textOf(taken);
  expect(page).toContain("Another appointment is at that time");
});

test("of two people who move the same appointment, the second is told, and nothing of theirs is saved", async () => {
  const id = await booked(house, { clock: "13:00" });
  const colleague = await memberOf({ role: "member", organizationId: house.organizationId });
  const first = seen(0, toMove("14:00"));
  const answers = [
    await house.post(`/bookings/${id}`, first),
    await colleague.post(`/bookings/${id}`, seen(0, toMove("15:00"))),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  const told = await textOf(answers[1] as Response);
  expect(told).toContain("Someone changed this appointment in the meantime");
  expect(told).toContain("2:00 to 2:30 pm");
  // The first press again, as after a lost answer, is the same move.
  expect((await house.post(`/bookings/${id}`, first)).status).toBe(200);
  const moves = (await facts(house, "booking.moved")).filter(({ booking_id }) => booking_id === id);
  expect(moves).toEqual([
    expect.objectContaining({
      moved_from: instantOf(wednesday, "13:00", zone),
      starts_at: instantOf(wednesday, "14:00", zone),
      call_id: null,
      author_id: house.userId,
    }),
  ]);
});

test("a taken time is refused even to those who insist; one outside the rules asks first", async () => {
  const id = await booked(house, { clock: "16:00" });
  await booked(house, { clock: "16:30", name: "Other" });
  const onto = (more: Record<string, string>) => house.post(`/bookings/${id}`, seen(0, more));
  for (const anyway of [{}, { anyway: "on" }]) {
    const taken = await onto(toMove("16:30", anyway));
    expect(taken.status).toBe(409);
    expect(await textOf(taken)).toContain("Another appointment is at that time");
  }
  const closed = await onto(toMove("22:00"));
  expect(closed.status).toBe(422);
  expect(await textOf(closed)).toMatch(/outside the hours.*Tick the box/);
  expect((await onto(toMove("22:00", { anyway: "on" }))).status).toBe(200);
  const page = await textOf(await house.get(`/bookings/${id}`));
  expect(page).toContain("10:00 to 10:30 pm");
});

test("a time that is over is refused, and a past appointment can only be noted or marked as a no-show", async () => {
  const owner = await own();
  const past = await owner.post("/bookings/new", byHand({ agent: "", date: "2020-01-08" }));
  expect(past.status).toBe(422);
  expect(await textOf(past)).toContain("That time is over");
  const id = await booked(owner, { agent: "" });
  const gone = Date.now() - 2 * hour_ms;
  await rows(
    owner,
    `update bookings set starts_at = ${gone}, ends_at = ${gone + 30 * minute_ms} where id = '${id}'`,
  );
  const ask = (more: Record<string, string>) => owner.post(`/bookings/${id}`, seen(0, more));
  expect((await ask(toMove("10:00", { anyway: "on" }))).status).toBe(422);
  expect((await ask({ do: "cancel" })).status).toBe(422);
  expect((await ask({ do: "no_show" })).status).toBe(200);
  expect(await facts(owner, "booking.no_show")).toEqual([expect.objectContaining({ booking_id: id })]);
  expect((await owner.post(`/bookings/${id}`, seen(1, { do: "note", notes: "Rang twice" }))).status).toBe(
    200,
  );
  const page = await textOf(await owner.get(`/bookings/${id}`));
  expect(page).toContain("No-show");
  expect(page).toContain("Rang twice");
  expect((await owner.post(`/bookings/${id}`, seen(2, { do: "restore" }))).status).toBe(200);
  expect(await facts(owner, "booking.restored")).toHaveLength(1);
});

test("a canceled appointment frees its time, and stands again only while that is free", async () => {
  const owner = await own();
  const id = await booked(owner, { agent: "" });
  expect((await owner.post(`/bookings/${id}`, seen(0, { do: "cancel" }))).status).toBe(200);
  const other = await booked(owner, { agent: "", name: "Next One" });
  expect((await owner.post(`/bookings/${id}`, seen(1, { do: "restore" }))).status).toBe(409);
  expect((await owner.post(`/bookings/${other}`, seen(0, { do: "cancel" }))).status).toBe(200);
  expect((await owner.post(`/bookings/${id}`, seen(1, { do: "restore" }))).status).toBe(200);
  const trail = await textOf(await owner.get("/users/activity"));
  expect(trail).toContain("Canceled an appointment");
  expect(trail).toContain("Restored an appointment");
});

/** The next spring and autumn Sunday on which New York changes its clocks. */
function clockChanges(): { spring: string; autumn: string } {
  const year = Number(localDate(Date.now(), zone).slice(0, 4)) + 1;
  const sundayFrom = (date: string) => addDays(date, (7 - weekdayOf(date)) % 7);
  return { spring: sundayFrom(`${year}-03-08`), autumn: sundayFrom(`${year}-11-01`) };
}

test("on the days of a clock change appointments stand on their own day, and a skipped time is refused", async () => {
  const owner = await own();
  const { spring, autumn } = clockChanges();
  const skipped = await owner.post("/bookings/new", byHand({ agent: "", date: spring, clock: "02:30" }));
  expect(skipped.status).toBe(422);
  expect(await textOf(skipped)).toContain("The clocks change that night");
  for (const date of [spring, autumn]) {
    const length = instantOf(date, "24:00", zone) - instantOf(date, "00:00", zone);
    expect(length).toBe((date === spring ? 23 : 25) * hour_ms);
    await booked(owner, { agent: "", date, clock: "00:15", name: "Early Bird" });
    await booked(owner, { agent: "", date, clock: "23:15", name: "Night Owl" });
    const day = await textOf(await owner.get(`/bookings?view=day&date=${date}`));
    expect(day).toMatch(/Early Bird 12:15 to 12:45 am.*Night Owl 11:15 to 11:45 pm/);
    for (const away of [-1, 1]) {
      const neighbour = await textOf(await owner.get(`/bookings?view=day&date=${addDays(date, away)}`));
      expect(neighbour).not.toMatch(/Early Bird|Night Owl/);
    }
    // In the United States a week begins on Sunday: the seven days begin with this one.
    const week = await textOf(await owner.get(`/bookings?date=${addDays(date, 6)}`));
    expect(week).toMatch(/Early Bird.*Night Owl/);
    expect(await textOf(await owner.get(`/bookings?date=${addDays(date, -1)}`))).not.toMatch(/Early Bird/);
  }
});

test("a viewer sees that there are appointments and not whose, and changes nothing; billing sees none", async () => {
  const id = await booked(house, { clock: "12:00", notes: "Fear of drills" });
  const viewer = await memberOf({ role: "viewer", organizationId: house.organizationId });
  for (const path of [`/bookings?view=day&date=${wednesday}`, `/bookings/${id}`]) {
    const html = await (await viewer.get(path)).text();
    expect(await pageText(html)).toContain("Caller");
    expect(html).not.toMatch(/Greta|Halvorsen|555 0177|\+12125550177|Fear of drills/);
  }
  expect((await viewer.post(`/bookings/${id}`, seen(0, { do: "cancel" }))).status).toBe(403);
  expect((await viewer.get("/bookings/new")).status).toBe(403);
  const billing = await memberOf({ role: "billing", organizationId: house.organizationId });
  expect((await billing.get("/bookings")).status).toBe(403);
});

test("another organization's appointment is one that doesn't exist", async () => {
  const id = await booked(house, { clock: "09:00" });
  const stranger = await own();
  expect((await stranger.get(`/bookings/${id}`)).status).toBe(404);
  expect((await stranger.post(`/bookings/${id}`, seen(0, { do: "cancel" }))).status).toBe(404);
  expect(await textOf(await house.get(`/bookings/${id}`))).toContain("Status Booked");
});

test("what is typed wrong is said at its field, and nothing is booked", async () => {
  const owner: Person = await own();
  const answer = await owner.post(
    "/bookings/new",
    byHand({ agent: "", name: "", phone: "12", minutes: "3", clock: "" }),
  );
  expect(answer.status).toBe(422);
  const page = await textOf(answer);
  for (const words of ["Enter a name", "At least 5 minutes", "Choose a time"]) expect(page).toContain(words);
  const number = await owner.post("/bookings/new", byHand({ agent: "", phone: "12" }));
  expect(await textOf(number)).toContain("Enter a full phone number");
  expect(await rows(owner, "select id from bookings")).toEqual([]);
});
