import { getFormProps, useForm } from "@conform-to/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CheckboxField, ChoiceField, SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { CodeField, PasswordField, TextareaField, TextField } from "#app/ui/text-field.tsx";

/** The attributes of the first such element, as a browser would read them. */
function attributes(html: string, tag: string): Record<string, string> {
  const found = new RegExp(`<${tag}\\b([^>]*)>`).exec(html)?.[1] ?? "";
  return Object.fromEntries(
    [...found.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

const email = {
  name: "email",
  id: "f-email",
  errorId: "f-email-error",
  descriptionId: "f-email-description",
};

test("a field's label, hint and control know each other", () => {
  const html = renderToStaticMarkup(
    <TextField of={email} type="email" label="Email" hint="We send a code there." />,
  );
  const input = attributes(html, "input");
  expect(attributes(html, "label").for).toBe(input.id);
  expect(input["aria-describedby"]).toBe("f-email-description");
  expect(html).toContain('<p id="f-email-description"');
  expect(input["aria-invalid"]).toBeUndefined();
});

test("an error takes the hint's place and is what the control is described by", () => {
  const html = renderToStaticMarkup(
    <TextField
      of={{ ...email, errors: ["Invalid email address"] }}
      label="Email"
      hint="We send a code there."
    />,
  );
  const input = attributes(html, "input");
  expect(input["aria-invalid"]).toBe("true");
  expect(input["aria-describedby"]).toBe("f-email-error");
  expect(html).toMatch(/<p id="f-email-error"[^>]*><span[^>]*>Invalid email address<\/span><\/p>/);
  expect(html).not.toContain("We send a code there.");
});

test("every broken rule is said, not only the first", () => {
  const errors = [
    "Password must contain at least one uppercase letter",
    "Password must contain at least one number",
  ];
  const html = renderToStaticMarkup(
    <PasswordField of={{ name: "password", errors }} autoComplete="new-password" label="Password" />,
  );
  for (const error of errors) expect(html).toContain(error);
});

test.each([
  ["text", <TextField key="a" of={{ name: "x", initialValue: '<b>☎️ "1"' }} label="X" />],
  ["textarea", <TextareaField key="b" of={{ name: "x", initialValue: '<b>☎️ "1"' }} label="X" />],
])("what was typed into a %s comes back, escaped", (_kind, field) => {
  const html = renderToStaticMarkup(field);
  expect(html).toContain("&lt;b&gt;☎️ &quot;1&quot;");
  expect(html).not.toContain("<b>");
});

test("what was chosen from a list, ticked or switched comes back", () => {
  const choices = [
    { value: "a", label: "A" },
    { value: "b", label: "B" },
  ];
  const of = { name: "x", initialValue: "b" };
  expect(renderToStaticMarkup(<SelectField of={of} label="X" choices={choices} />)).toMatch(
    /<option value="b" selected="">/,
  );
  expect(renderToStaticMarkup(<ChoiceField of={of} label="X" choices={choices} />)).toMatch(
    /<input[^>]*checked=""[^>]*value="b"/,
  );
  const ticked = { name: "x", initialValue: "on" };
  expect(attributes(renderToStaticMarkup(<CheckboxField of={ticked} label="X" />), "input").checked).toBe("");
  expect(attributes(renderToStaticMarkup(<SwitchField of={ticked} label="X" />), "input").checked).toBe("");
  expect(
    attributes(renderToStaticMarkup(<CheckboxField of={{ name: "x" }} label="X" />), "input").checked,
  ).toBeUndefined();
});

test("a box that was unticked on a refused form stays unticked, whatever its default", () => {
  const html = renderToStaticMarkup(
    <CheckboxField of={{ name: "x", initialValue: "" }} label="X" defaultChecked value="yes" />,
  );
  expect(attributes(html, "input").checked).toBeUndefined();
});

test("a switch is a switch to a screen reader", () => {
  expect(
    attributes(renderToStaticMarkup(<SwitchField of={{ name: "x" }} label="Record calls" />), "input").role,
  ).toBe("switch");
});

test("the button that shows a password is not mistaken for the password field", () => {
  const html = renderToStaticMarkup(
    <PasswordField of={{ name: "password" }} autoComplete="current-password" label="Password" />,
  );
  expect(attributes(html, "input").type).toBe("password");
  expect(attributes(html, "button").type).toBe("button");
  expect(attributes(html, "button")["aria-label"]).toBeUndefined();
  expect(html).toMatch(/<button[^>]*>.*Show password<\/span><\/button>/);
});

test("a code can be filled in from a message", () => {
  const input = attributes(
    renderToStaticMarkup(<CodeField of={{ name: "code" }} label="Verification code" />),
    "input",
  );
  expect(input.autoComplete).toBe("one-time-code");
  expect(input.inputMode).toBe("numeric");
});

test("a form without errors says nothing; with some it says them at once", () => {
  expect(renderToStaticMarkup(<FormErrors errors={undefined} />)).toBe("");
  expect(renderToStaticMarkup(<FormErrors errors={[]} />)).toBe("");
  const html = renderToStaticMarkup(<FormErrors errors={["Nothing was bought."]} />);
  expect(attributes(html, "div").role).toBe("alert");
  expect(html).toContain("Nothing was bought.");
});

/** A form as a page has it after the server refused what was posted. */
function Refused() {
  const [form, fields] = useForm<{ email: string; terms: boolean; plan: string }>({
    id: "sign-up",
    lastResult: {
      status: "error",
      initialValue: { email: "mara@", terms: "on", plan: "b" },
      error: { email: ["Invalid email address"], "": ["Sign up failed"] },
    },
  });
  return (
    <form {...getFormProps(form)}>
      <FormErrors errors={form.errors} id={form.errorId} />
      <TextField of={fields.email} label="Email" />
      <CheckboxField of={fields.terms} label="I agree" />
      <SelectField of={fields.plan} label="Plan" choices={[{ value: "b", label: "B" }]} none="None" />
    </form>
  );
}

test("a form that conform keeps loses nothing and shows what is wrong", () => {
  const html = renderToStaticMarkup(<Refused />);
  const input = attributes(html, "input");
  expect(input).toMatchObject({ name: "email", value: "mara@", "aria-invalid": "true" });
  expect(html).toContain(`<p id="${input["aria-describedby"]}"`);
  expect(html).toContain("Invalid email address");
  expect(html).toContain("Sign up failed");
  expect(html).toMatch(/<input[^>]*name="terms"[^>]*checked=""/);
  expect(html).toMatch(/<option value="b" selected="">/);
});
