import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { groupsFor } from "#app/frame/commands.ts";
import { DashboardFrame } from "#app/frame/dashboard-frame.tsx";
import { isCurrentPlace, sections } from "#app/frame/navigation.ts";
import { ErrorScreen, InitializationFailed, NotFoundScreen } from "#app/shell/error-screen.tsx";
import { Page } from "#app/shell/page.tsx";
import { WordsFrame } from "#app/shell/words-frame.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

function at(address: string, page: React.ReactNode): string {
  const Routes = createRoutesStub([{ path: "*", Component: () => page }]);
  return renderToStaticMarkup(<Routes initialEntries={[address]} />);
}

const frame = (address: string) =>
  at(
    address,
    <DashboardFrame
      organization={{ name: "Brightsmile Dental" }}
      others={[]}
      person={{ name: "Mara Okafor", email: "mara@brightsmile.test" }}
      counts={{ "/call-history": "2 live" }}
    >
      <Page path={[{ label: "Calls", to: "/call-history" }, { label: "Daniel Whitmore" }]}>
        <PageHeader title="Daniel Whitmore" />
      </Page>
    </DashboardFrame>,
  );

describe("the dashboard's frame", () => {
  test("has one main and one h1", () => {
    const html = frame("/call-history/1");
    expect(html.match(/<main\b/g)).toHaveLength(1);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
  });

  test("says where one is, in the navigation and in the tab bar", () => {
    const current = [
      ...frame("/call-history/1").matchAll(
        /<a [^>]*aria-current="page"[^>]*href="([^"]*)"|<a [^>]*href="([^"]*)"[^>]*aria-current="page"/g,
      ),
    ];
    expect(current.map(([, one, other]) => one ?? other)).toEqual(["/call-history", "/call-history"]);
  });

  test("lets one leave without a script: sign-out is a form that posts", () => {
    const forms = [...frame("/dashboard").matchAll(/<form([^>]*)>(.*?)<\/form>/g)];
    const [, attributes] = forms.find(([, , inside]) => inside?.includes("Sign out</button>")) ?? [];
    expect(attributes).toContain('action="/sign-out"');
    expect(attributes).toContain('method="post"');
  });

  test("begins with a link that skips the navigation", () => {
    expect(/<a href="([^"]*)"/.exec(frame("/dashboard"))?.[1]).toBe("#main");
    expect(frame("/dashboard")).toContain('<main id="main"');
  });
});

describe("places", () => {
  const place = (to: string) => {
    const found = sections.flatMap((section) => section.places).find((one) => one.to === to);
    if (!found) throw new Error(`no place ${to}`);
    return found;
  };

  test.each([
    ["/dashboard", "/dashboard", true],
    ["/dashboard", "/analytics", true],
    ["/dashboard", "/dash", true],
    ["/agents", "/agents/new", true],
    ["/agents", "/agents-old", false],
    ["/numbers", "/", false],
  ])("%s is current at %s: %s", (to, pathname, isCurrent) => {
    expect(isCurrentPlace(place(to), pathname)).toBe(isCurrent);
  });

  test("the tab bar has at most four of them, so that More is the fifth", () => {
    expect(
      sections.flatMap((section) => section.places).filter((one) => one.isTab).length,
    ).toBeLessThanOrEqual(4);
  });
});

describe("the command menu", () => {
  const labels = (groups: ReturnType<typeof groupsFor>) =>
    groups.flatMap(({ commands }) => commands.map(({ label }) => label));

  test("shows everything before a letter is typed, in groups", () => {
    expect(groupsFor("  ")).toEqual(groupsFor(""));
    expect(groupsFor("").map(({ title }) => title)).toEqual(["Pages", "Actions", "Account"]);
    const all = labels(groupsFor(""));
    for (const label of ["Agents", "New agent", "Invite people", "Keyboard shortcuts", "Sign out"])
      expect(all).toContain(label);
  });

  test("offers the theme that is not shown", () => {
    expect(labels(groupsFor("theme", [], false))).toEqual(["Use dark theme"]);
    expect(labels(groupsFor("theme", [], true))).toEqual(["Use light theme"]);
  });

  test("leaves out what a person may not open, and groups without a command", () => {
    expect(labels(groupsFor("", ["/agents/new", "/users#invite"]))).not.toContain("New agent");
    expect(labels(groupsFor("", ["/agents/new", "/users#invite"]))).not.toContain("Invite people");
    expect(groupsFor("passkey").map(({ title }) => title)).toEqual(["Account"]);
  });

  test.each([
    ["num", "Numbers"],
    ["AGENT NEW", "New agent"],
    ["history", "Calls"],
    ["buy", "Numbers"],
    ["switch", "Your organizations"],
    ["passkey", "Two-factor authentication"],
  ])("%j finds %j first", (typed, label) => {
    expect(labels(groupsFor(typed))[0]).toBe(label);
  });

  test("finds nothing for what is nowhere", () => {
    expect(groupsFor("zebra")).toEqual([]);
  });
});

describe("screens for what went wrong", () => {
  test("an error says so in the specification's words, with two ways on and the request id", () => {
    const html = at("/agents?q=a&q=b", <ErrorScreen requestId="0193-req" />);
    for (const words of ["Oops! Something went wrong", "Try Again", "Go Home", "0193-req"])
      expect(html).toContain(words);
    expect(html.match(/<main\b/g)).toHaveLength(1);
  });

  test("trying again asks for the same address, query included", () => {
    const html = at("/agents?q=a&q=b%26c", <ErrorScreen />);
    expect(
      [...html.matchAll(/<input type="hidden" name="q" value="([^"]*)"/g)].map(([, value]) => value),
    ).toEqual(["a", "b&amp;c"]);
  });

  test("inside the dashboard it adds no second main", () => {
    expect(at("/agents", <ErrorScreen inFrame />)).not.toContain("<main");
  });

  test("a startup failure offers to reload, even outside of any router", () => {
    const html = renderToStaticMarkup(<InitializationFailed />);
    expect(html).toContain("App Initialization Failed");
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>.*Reload Page/);
  });

  test("what is not there has one way home", () => {
    const html = at("/nowhere", <NotFoundScreen />);
    expect(html).toContain("Go Home");
    expect(html).not.toContain("Try Again");
  });

  test("a missing thing is named, with the way to its list", () => {
    const list = { to: "/call-history", label: "Calls" };
    const html = at("/call-history/1", <NotFoundScreen inFrame noun="call" list={list} />);
    expect(html).toMatch(/<h1[^>]*>This call doesn&#x27;t exist<\/h1>/);
    expect(html).toMatch(/<a href="\/call-history"[^>]*>Go to Calls<\/a>/);
  });
});

test("a page of words has one main, one h1, and plain links", () => {
  const html = at(
    "/terms",
    <WordsFrame
      brand={{ name: "AI Voice Agents" }}
      title="Terms of Service"
      links={[{ label: "Privacy", href: "/privacy" }]}
    >
      <p>Words.</p>
    </WordsFrame>,
  );
  expect(html.match(/<main\b/g)).toHaveLength(1);
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(html).toContain('href="/privacy"');
});
