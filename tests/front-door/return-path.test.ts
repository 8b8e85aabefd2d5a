import { expect, test } from "vitest";
import { anonymous, memberOf } from "../support/people.ts";

const asked = (path: string) => anonymous().get(path);

test.each([
  ["/agents", "/agents"],
  ["/numbers/search?agent=1&q=a+b", "/numbers/search?agent=1&q=a+b"],
  ["/call-history?q=%C3%A4", "/call-history?q=%C3%A4"],
])("a stranger at %s is led back there after signing in", async (path, returnPath) => {
  const answer = await asked(path);
  const to = new URL(answer.headers.get("location") ?? "", "https://app.test");
  expect([answer.status, to.pathname, to.searchParams.get("returnPath")]).toEqual([302, "/auth", returnPath]);
  const person = await memberOf();
  expect((await person.get(`${to.pathname}${to.search}`)).headers.get("location")).toBe(returnPath);
});

test("a data request is led back to its page", async () => {
  const answer = await asked("/agents.data?_routes=agents%2Fagents.route&kind=1");
  const text = await answer.text();
  expect(text).toContain(`/auth?${new URLSearchParams({ returnPath: "/agents?kind=1" })}`);
});

test("to the dashboard nobody needs to be led", async () => {
  expect((await asked("/dashboard")).headers.get("location")).toBe("/auth");
});

test.each(["/agents?next=//evil.test\\@x", "/agents/%2F%2Fevil.test", "/call-history?q=%0d%0ax:<script>"])(
  "R8: from %s one is led nowhere but to a path of this site",
  async (path) => {
    const answer = await asked(path);
    const to = new URL(answer.headers.get("location") ?? "", "https://app.test");
    expect([to.origin, to.pathname]).toEqual(["https://app.test", "/auth"]);
    const back = to.searchParams.get("returnPath") ?? "/dashboard";
    expect(new URL(back, "https://app.test").origin).toBe("https://app.test");
    const person = await memberOf();
    expect((await person.get(`${to.pathname}${to.search}`)).headers.get("location")).toMatch(/^\/(?![/\\])/);
  },
);
