/** The editor and posts that no editor makes: they cost no more than those that one does. */
import { describe, expect, it } from "vitest";
import { opened, save } from "./editor-client.ts";

describe("a row that nobody could have added", () => {
  it.each([
    "fields[999].label",
    "fields[0].options[999].name",
    "knowledge[999].question",
    "book.kinds[500].name",
    "hours.mon[99].from",
    "holidays[999]",
  ])("brings no rows before it onto the page: %s", async (name) => {
    const { owner, id, editor } = await opened();
    const before = (await (await save(owner, id, new URLSearchParams(editor.values))).text()).length;
    expect(before).toBe(0);
    editor.values.set("greeting", "");
    const usual = (await (await save(owner, id, editor.values)).text()).length;
    editor.values.set(name, "x");
    const answer = await save(owner, id, editor.values);
    expect(answer.status).toBe(422);
    expect((await answer.text()).length).toBeLessThan(usual * 1.1);
  });

  it("is none of a post that is too short to hold the rows before it", async () => {
    const { owner, id } = await opened();
    const short = new URLSearchParams({ version: "1", "knowledge[199].question": "x" });
    const answer = await save(owner, id, short);
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain("knowledge[100]");
  });

  it("is not added by a button either", async () => {
    const { owner, id, editor } = await opened();
    const press = { type: "insert", payload: { name: "fields[999].options" } };
    editor.values.set("__intent__", JSON.stringify(press));
    editor.values.set("greeting", "");
    const answer = await save(owner, id, editor.values);
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain("fields[998]");
  });
});
