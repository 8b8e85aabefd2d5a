/** The editor and whatever people type into it: errors at their fields, nothing lost, nothing unescaped. */
import { describe, expect, it } from "vitest";
import { newId } from "#app/platform/id.ts";
import { decoded, pageText } from "../support/page-form.ts";
import type { Person } from "../support/people.ts";
import { editorOn, openEditor, opened, press, publish, save } from "./editor-client.ts";

/** The words beside a field that is wrong. */
function errorAt(html: string, name: string): string | null {
  const control = new RegExp(`<[^>]* name="${name.replace(/[.[\]]/g, "\\$&")}"[^>]*>`).exec(html)?.[0] ?? "";
  const described = /aria-describedby="([^"]+)"/.exec(control)?.[1];
  if (!control.includes('aria-invalid="true"') || !described) return null;
  const id = described.replace(/[.[\]]/g, "\\$&");
  const words = new RegExp(`id="${id}"[^>]*>([\\s\\S]*?)</p>`).exec(html)?.[1];
  return words === undefined ? null : decoded(words.replace(/<[^>]+>/g, ""));
}

const untouched = async (owner: Person, id: string) =>
  expect((await owner.store.agents.find(id))?.version).toBe(1);

describe("a caller is never put through", () => {
  it("to a number of the organization itself, where the agent would answer again", async () => {
    const { owner, id, editor } = await opened();
    const phone_number = "+14155550177";
    await owner.store.numbers.reserve({
      id: newId(),
      country: "US",
      provider: "twilio",
      phone_number,
      locality: null,
      region: null,
      monthly: { micros: 1, currency: "USD" },
      agent_id: null,
      created_by: owner.userId,
      most: 5,
      now: Date.now(),
    });
    editor.values.set("transfer.phone_number", "(415) 555-0177");
    const answer = await save(owner, id, editor.values);
    expect(answer.status).toBe(422);
    expect(errorAt(await answer.text(), "transfer.phone_number")).toBe(
      "This is one of your own numbers, so callers would reach an agent again",
    );
    await untouched(owner, id);
  });
});

it("everything that is wrong in any part is said at once", async () => {
  const { owner, id, editor } = await opened();
  editor.values.set("name", "");
  editor.values.set("max_call_minutes", "9999");
  editor.values.set("hours.mon[0].from", "19:00");
  editor.values.set("hours.mon[0].to", "18:00");
  editor.values.set("transfer.phone_number", "hello");
  const html = await (await save(owner, id, editor.values)).text();
  expect({
    name: errorAt(html, "name"),
    minutes: errorAt(html, "max_call_minutes"),
    hours: html.includes("Closing time must be after opening time"),
    transfer: errorAt(html, "transfer.phone_number"),
  }).toEqual({
    name: "Give the agent a name",
    minutes: "At most 120",
    hours: true,
    transfer: "Use a full number, like +1 415 555 0100",
  });
  await untouched(owner, id);
});

describe("a field that is", () => {
  it.each([
    ["name", "Give the agent a name"],
    ["greeting", "Enter the first thing callers hear"],
    ["fields[0].label", "Enter what to find out"],
    ["knowledge[0].question", "Enter what callers ask"],
    ["knowledge[1].answer", "Enter the answer"],
    ["book.kinds[0].name", "Name the appointment type"],
    ["book.kinds[0].duration_minutes", "Enter a number"],
    ["max_call_minutes", "Enter a number"],
  ])("missing is named at its place: %s", async (name, words) => {
    const { owner, id, editor } = await opened();
    editor.values.set(name, "");
    const answer = await save(owner, id, editor.values);
    expect(answer.status).toBe(422);
    expect(errorAt(await answer.text(), name)).toBe(words);
    await untouched(owner, id);
  });

  it.each([
    ["greeting", "At most 300 characters"],
    ["name", "At most 40 characters"],
    ["fields[1].label", "At most 60 characters"],
    ["fields[1].question", "At most 160 characters"],
    ["knowledge[0].answer", "At most 400 characters"],
    ["knowledge[0].synonyms", "At most 40 characters each"],
    ["transfer.name", "At most 60 characters"],
  ])("of 10,000 characters is refused and kept: %s", async (name, words) => {
    const { owner, id, editor } = await opened();
    const typed = `a${"b".repeat(9998)}c`;
    editor.values.set(name, typed);
    const html = await (await save(owner, id, editor.values)).text();
    expect(errorAt(html, name)).toBe(words);
    const again = await editorOn(new Response(html));
    expect(again.values.get(name)).toBe(typed);
    await untouched(owner, id);
  });

  it.each([
    ["fields[0].type", "lottery", "Choose one from the list"],
    ["book.step_minutes", "7", "Choose one from the list"],
    ["book.horizon_days", "-3", "At least 1"],
    ["book.horizon_days", "2.5", "Enter a whole number"],
    ["max_call_minutes", "121", "At most 120"],
    ["max_call_minutes", "9e9", "Enter a number"],
    ["max_call_minutes", "0x10", "Enter a number"],
    ["name", "Front\u202Eksed", "Remove the invisible characters"],
    ["knowledge[0].answer", "Yes\u0000", "Remove the invisible characters"],
    ["transfer.phone_number", "911", "Use a full number, like +1 415 555 0100"],
    [
      "transfer.phone_number",
      "+1 900 555 0123",
      "Calls to this number cost extra, so callers can't be transferred to it",
    ],
    [
      "transfer.phone_number",
      "+44 909 879 0123",
      "Calls to this number cost extra, so callers can't be transferred to it",
    ],
    [
      "transfer.phone_number",
      "+881 6 1234 5678",
      "Calls to this number cost extra, so callers can't be transferred to it",
    ],
    [
      "transfer.phone_number",
      "(876) 456-7890",
      "Calls to this country carry a high risk of fraud, so callers can't be transferred there",
    ],
    [
      "transfer.phone_number",
      "+44 20 7946 0018",
      "Until you subscribe, use a number in your own country (United States)",
    ],
    ["hours.mon[0].from", "noon", "Use a time like 09:30"],
    ["hours.mon[0].to", "07:00", "Closing time must be after opening time"],
    ["transfer.phone_number", "call me", "Use a full number, like +1 415 555 0100"],
    ["when_unknown", "shrug", "Choose one from the list"],
  ])("of the wrong kind is named at its place: %s = %s", async (name, value, words) => {
    const { owner, id, editor } = await opened();
    editor.values.set(name, value);
    const answer = await save(owner, id, editor.values);
    expect(answer.status).toBe(422);
    expect(errorAt(await answer.text(), name)).toBe(words);
    await untouched(owner, id);
  });
});

describe("what was typed", () => {
  it("comes back in every field when one of them is refused", async () => {
    const { owner, id, editor } = await opened("lead_qualification");
    editor.values.set("name", "");
    editor.values.set("greeting", "Hello & <welcome> 🦷");
    editor.values.set("knowledge[0].answer", 'Say "yes" — or <b>no</b>');
    editor.values.set("fields[1].options[0].synonyms", "asap, 'now' & then");
    editor.values.set("hours.sat[0].from", "09:00");
    editor.values.set("hours.sat[0].to", "12:00");
    const refused = await editorOn(await save(owner, id, editor.values));
    expect(refused.status).toBe(422);
    for (const name of editor.values.keys())
      if (!["organization_id", "rehearsal"].includes(name))
        expect([name, refused.values.get(name)]).toEqual([name, editor.values.get(name)]);
  });

  it("is text wherever it is shown, markup and emoji too", async () => {
    const { owner, id, editor } = await opened();
    const hostile = "<img src=x onerror=alert(1)>\"'🦷";
    editor.values.set("name", hostile);
    editor.values.set("greeting", hostile);
    editor.values.set("fields[1].label", hostile);
    editor.values.set("knowledge[0].question", hostile);
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect((await publish(owner, id)).status).toBe(302);
    const pages = [
      await owner.get(`/agents/${id}`),
      await owner.get("/agents"),
      await owner.get("/numbers/search"),
    ];
    for (const page of pages) {
      const html = await page.text();
      expect(html).not.toContain("<img src=x");
      expect(await pageText(html)).toContain("onerror=alert(1)");
    }
    expect((await openEditor(owner, id)).values.get("name")).toBe(hostile);
  });

  it("under names that are not ours is left out", async () => {
    const { owner, id, editor } = await opened();
    for (const name of [
      "fields",
      "fields[99999999].label",
      "__proto__.admin",
      "book",
      "hours.mon",
      "constructor[a]",
    ])
      editor.values.append(name, "x");
    editor.values.append("__state__", "{broken");
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect((await owner.store.agents.find(id))?.spec.fields.length).toBe(4);
  });

  it("keeps the ids by which calls remember their fields and answers", async () => {
    const { owner, id, editor } = await opened();
    const before = (await owner.store.agents.find(id))?.spec;
    editor.values.set("fields[1].label", "Whole name");
    editor.values.set("knowledge[0].question", "Anything to bring?");
    await save(owner, id, editor.values);
    const after = (await owner.store.agents.find(id))?.spec;
    expect(after?.fields.map((field) => field.id)).toEqual(before?.fields.map((field) => field.id));
    expect(after?.knowledge.map((entry) => entry.id)).toEqual(before?.knowledge.map((entry) => entry.id));
  });
});

describe("parts that belong together", () => {
  it("an appointment cannot be asked for while booking is switched off", async () => {
    const { owner, id, editor } = await opened();
    editor.values.delete("book.on");
    const html = await (await save(owner, id, editor.values)).text();
    expect(errorAt(html, "fields[0].type")).toBe("Turn on booking under Actions to use this");
  });

  it("nothing in a part that is switched off can be wrong", async () => {
    const { owner, id, editor } = await opened("receptionist");
    editor.values.set("book.kinds[0].duration_minutes", "never");
    editor.values.set("emergency.words", "x".repeat(10_000));
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect((await owner.store.agents.find(id))?.spec.actions).toMatchObject({ book: null, emergency: null });
  });

  it("callers cannot be put through to nobody", async () => {
    const { owner, id, editor } = await opened();
    editor.values.set("when_unknown", "transfer");
    const html = await (await save(owner, id, editor.values)).text();
    expect(errorAt(html, "transfer.phone_number")).toContain("Enter a number to transfer callers to");
  });

  it("hours may reach midnight and may not overlap", async () => {
    const { owner, id, editor } = await opened();
    editor.values.set("hours.mon[0].to", "00:00");
    expect((await save(owner, id, editor.values)).status).toBe(302);
    expect((await owner.store.agents.find(id))?.spec.hours.weekly.mon).toEqual([
      { from: "08:00", to: "24:00" },
    ]);
    const { values } = await openEditor(owner, id);
    expect(values.get("hours.mon[0].to")).toBe("00:00");
    values.set("hours.mon[1].from", "12:00");
    values.set("hours.mon[1].to", "13:00");
    expect(await pageText(await (await save(owner, id, values)).text())).toContain("These hours overlap");
  });
});

describe("lists without scripts", () => {
  it("take one more row and keep what was typed elsewhere", async () => {
    const { owner, id, editor } = await opened();
    editor.values.set("greeting", "Not saved yet.");
    const longer = await press(owner, id, editor, "Add a question");
    expect(longer.status).toBe(200);
    expect(longer.values.get("greeting")).toBe("Not saved yet.");
    expect(longer.values.has("fields[4].label")).toBe(true);
    longer.values.set("fields[4].label", "Insurance");
    expect((await save(owner, id, longer.values)).status).toBe(302);
    const fields = (await owner.store.agents.find(id))?.spec.fields;
    expect(fields?.[4]).toMatchObject({ id: "insurance", label: "Insurance", type: "text", required: true });
  });

  it("let a row go and let rows change places", async () => {
    const { owner, id, editor } = await opened();
    const moved = await press(owner, id, editor, "Move the question Full name up");
    expect([moved.values.get("fields[0].label"), moved.values.get("fields[1].label")]).toEqual([
      "Full name",
      "Day and time",
    ]);
    const shorter = await press(owner, id, moved, "Remove the question Day and time");
    await save(owner, id, shorter.values);
    const fields = (await owner.store.agents.find(id))?.spec.fields;
    expect(fields?.map(({ label }) => label)).toEqual(["Full name", "Phone number", "First visit"]);
  });

  it("can be emptied", async () => {
    const { owner, id } = await opened("receptionist");
    let editor = await openEditor(owner, id);
    while (editor.values.has("knowledge[0].question"))
      editor = await press(owner, id, editor, "Remove the answer to");
    await save(owner, id, editor.values);
    expect((await owner.store.agents.find(id))?.spec.knowledge).toEqual([]);
  });

  it("take hours and closed days", async () => {
    const { owner, id, editor } = await opened();
    const saturday = editor.buttons.find(({ value }) => value.includes('"hours.sat"'));
    editor.values.set(saturday?.name ?? "", saturday?.value ?? "");
    const open = await editorOn(await owner.post(`/agents/${id}`, editor.values));
    const closed = await press(owner, id, open, "Add a closed day");
    closed.values.set("holidays[0]", "2026-12-25");
    await save(owner, id, closed.values);
    const hours = (await owner.store.agents.find(id))?.spec.hours;
    expect(hours?.weekly.sat).toEqual([{ from: "09:00", to: "17:00" }]);
    expect(hours?.holidays).toEqual(["2026-12-25"]);
  });

  it("refuse a button that no editor has, and save nothing", async () => {
    const { owner, id, editor } = await opened();
    for (const value of [
      "{",
      "[]",
      '{"type":"insert","payload":{"name":"greeting"}}',
      '{"type":"boom"}',
      "x".repeat(10_000),
    ]) {
      editor.values.set("__intent__", value);
      expect((await save(owner, id, editor.values)).status).toBe(422);
    }
    expect((await owner.store.agents.find(id))?.version).toBe(1);
  });
});

describe("the return key", () => {
  it("saves, and speaks when something stands in the phone's field", async () => {
    const { owner, id, editor } = await opened();
    editor.values.set("do", "enter");
    expect((await owner.post(`/agents/${id}`, editor.values)).status).toBe(302);
    const again = await openEditor(owner, id);
    again.values.set("do", "enter");
    again.values.set("say", "Hello");
    expect((await owner.post(`/agents/${id}`, again.values)).status).toBe(200);
    expect((await owner.store.agents.find(id))?.version).toBe(2);
  });
});
