/** What a visitor sees at an address where nothing is, and which key the frame names. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf } from "../support/people.ts";

const navigation = /<nav [^>]*aria-label="Main"/;
const search = /<button [^>]*aria-keyshortcuts="Meta\+K Control\+K"/;
const heading = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]?.replaceAll("&#x27;", "'");

test.each(["/nowhere", "/agents/one/two", "/settings/nothing"])(
  "%s keeps navigation and search around a signed-in person, and shows a stranger the brand and the way home",
  async (path) => {
    const member = await memberOf();
    const answer = await member.get(path);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(heading(html)).toBe("This page doesn't exist");
    expect(html).toMatch(navigation);
    expect(html).toMatch(search);
    expect(html).toContain('type="module"');
    expect(html.match(/<main\b/g)).toHaveLength(1);

    const strange = await anonymous().get(path);
    expect(strange.status).toBe(404);
    const words = await strange.text();
    expect(words).not.toMatch(navigation);
    expect(words).toMatch(/<a href="\/" [^>]*>.*AI Voice Agents<\/a>/);
    expect(words).toContain("Go Home");
  },
);

test.each([
  ["/call-history/", "This call doesn't exist", "/call-history", "Calls"],
  ["/agents/", "This agent doesn't exist", "/agents", "Agents"],
])(
  "below %s a missing one is named, inside the frame, with the way to its list",
  async (list, title, to, label) => {
    const member = await memberOf();
    const answer = await member.get(`${list}${newId()}`);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(heading(html)).toBe(title);
    expect(html).toMatch(navigation);
    expect(html).toMatch(search);
    expect(html).toMatch(new RegExp(`<a href="${to}"[^>]*>Go to (?:<!-- -->)?${label}</a>`));
  },
);

test("a number that was released meanwhile is named", async () => {
  const member = await memberOf();
  const answer = await member.post("/numbers", { do: "release", number: newId() });
  expect(answer.status).toBe(404);
  const html = await answer.text();
  expect(heading(html)).toBe("This number doesn't exist");
  expect(html).toMatch(navigation);
});

test("a refusal stands under the page's bar with its search", async () => {
  const viewer = await memberOf({ role: "viewer" });
  const answer = await viewer.get("/settings");
  expect(answer.status).toBe(403);
  const html = await answer.text();
  expect(heading(html)).toBe("You don't have access to this page");
  expect(html).toMatch(search);
});

test.each([
  ["⌘K", { "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)" }],
  ["⌘K", { "user-agent": "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)" }],
  ["Ctrl K", { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)" }],
  ["Ctrl K", { "user-agent": "Mozilla/5.0 (Macintosh)", "sec-ch-ua-platform": '"Linux"' }],
  ["⌘K", { "user-agent": "Mozilla/5.0", "sec-ch-ua-platform": '"macOS"' }],
])("the first byte names %s on such a system: %j", async (keys, headers) => {
  const html = await (await (await memberOf()).get("/agents", headers)).text();
  expect(/<kbd[^>]*>([^<]*)<\/kbd>/.exec(html)?.[1]).toBe(keys);
});
