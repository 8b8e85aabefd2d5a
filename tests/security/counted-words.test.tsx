/** Texts with a count agree with it: none, one and several. */
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { spanWords } from "#app/limits/wait-words.ts";
import { accountDeletedMail } from "#app/security/account-deleted.mail.tsx";
import { DeletePanel } from "#app/security/delete-panel.tsx";
import { CodesLeftPanel } from "#app/security/recovery-panels.tsx";
import { VerificationForm } from "#app/sign-in/verification/verification-form.tsx";
import { pageText } from "../support/page-form.ts";

function textOf(panel: React.ReactNode): Promise<string> {
  const Routes = createRoutesStub([{ path: "*", Component: () => panel }]);
  return pageText(renderToStaticMarkup(<Routes initialEntries={["/"]} />));
}

const named = (...names: string[]) => names.map((name) => ({ id: name, name }));

test.each([
  [0, "You have no recovery codes left."],
  [1, "You have 1 of 10 recovery codes left."],
  [2, "You have 2 of 10 recovery codes left."],
])("%i recovery codes", async (left, words) => {
  expect(await textOf(<CodesLeftPanel left={left} />)).toContain(words);
});

test.each([
  [1, "You can use “Resend code” in 1 minute."],
  [2, "You can use “Resend code” in 2 minutes."],
])("%i minutes until another code", async (heldFor, words) => {
  const form = (
    <VerificationForm
      email="mara@people.test"
      mail={null}
      heldFor={heldFor}
      result={null}
      resent={null}
      sent={null}
    />
  );
  expect(await textOf(form)).toContain(words);
});

test.each([
  [[], "Delete account", "restore"],
  [["Bright Smile"], "it's deleted too. Callers of its numbers", "their"],
  [["Bright Smile", "Northside"], "they're deleted too. Callers of their numbers", "its"],
])("an account is deleted with the organizations %j", async (names, words, never) => {
  const panel = (
    <DeletePanel
      email="mara@people.test"
      withClients={[]}
      toHandOver={[]}
      toDelete={named(...names)}
      toGiveUp={[]}
      result={null}
    />
  );
  const said = await textOf(panel);
  expect(said).toContain(words);
  expect(said).not.toMatch(new RegExp(`\\b${never}\\b`));
});

test.each([
  [["Bright Smile"], "or delete the organization."],
  [["Bright Smile", "Northside"], "or delete the organizations."],
])("the owner of %j is told what to hand over", async (names, words) => {
  const panel = (
    <DeletePanel
      email="mara@people.test"
      withClients={[]}
      toHandOver={named(...names)}
      toDelete={[]}
      toGiveUp={[]}
      result={null}
    />
  );
  expect(await textOf(panel)).toContain(words);
});

test.each([
  [
    ["Bright Smile"],
    "Bright Smile was also deleted because no one else belonged to it. Everything in it will",
  ],
  [
    ["Bright Smile", "Northside"],
    "Bright Smile and Northside were also deleted because no one else belonged to them. Everything in them will",
  ],
])("the mail of a deleted account names %j", (organizations, words) => {
  const brand = { company_name: "Switchboard", primary_color: "#6366f1" };
  const { text } = accountDeletedMail({
    name: null,
    brand,
    organizations,
    signUpUrl: "https://app.test/auth?mode=signup",
  });
  expect(text).toContain(words);
});

test.each([
  [1, "1 second"],
  [2, "2 seconds"],
  [90, "2 minutes"],
  [5400, "2 hours"],
])("%i seconds to wait", (seconds, words) => expect(spanWords(seconds)).toBe(words));
