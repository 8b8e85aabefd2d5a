import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { themeScript } from "#app/ui/theme.ts";

/** What a document wears after the line in its head ran in a browser that remembers this. */
function wornAfter(remembered: string | null, painted: string, protocol = "http:") {
  const document = { documentElement: { dataset: { theme: painted } }, cookie: "", location: { protocol } };
  runInNewContext(themeScript, { document, localStorage: { getItem: () => remembered } });
  return { theme: document.documentElement.dataset.theme, cookie: document.cookie };
}

test("a browser that lost the cookie still starts in the theme that it remembers, and mends the cookie", () => {
  const { theme, cookie } = wornAfter("dark", "system");
  expect(theme).toBe("dark");
  expect(cookie).toMatch(/^theme=dark;path=\/;/);
});

test("over https the cookie is Secure and this host's alone, over plain http a browser could not keep such a one", () => {
  expect(wornAfter("dark", "system", "https:").cookie).toBe(
    "__Host-theme=dark;path=/;max-age=31536000;samesite=lax;secure",
  );
  expect(wornAfter("dark", "system", "http:").cookie).toBe("theme=dark;path=/;max-age=31536000;samesite=lax");
});

test.each([null, "", "purple", "dark;domain=evil.test"])("a memory of %j changes nothing", (remembered) => {
  expect(wornAfter(remembered, "light")).toEqual({ theme: "light", cookie: "" });
});

test("a browser without storage keeps what the server painted", () => {
  const document = { documentElement: { dataset: { theme: "light" } }, cookie: "" };
  const localStorage = {
    getItem: () => {
      throw new Error("refused");
    },
  };
  runInNewContext(themeScript, { document, localStorage });
  expect(document.documentElement.dataset.theme).toBe("light");
});
