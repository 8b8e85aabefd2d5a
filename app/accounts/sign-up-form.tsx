/** Creating an account: the password's strength and rules as it is typed; what holds is decided by the server. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { StrengthMeter } from "#app/ui/strength-meter.tsx";
import { PasswordField, TextField } from "#app/ui/text-field.tsx";
import { ModeLink } from "./mode-link.tsx";
import { brokenRules, passwordWords, strengthOf } from "./password-rules.ts";
import { SubmitButton } from "./submit-button.tsx";

type Props = {
  readonly result: SubmissionResult<string[]> | null;
  /** Another way in. */
  readonly children?: ReactNode;
};
type Fields = { email: string; password: string; confirm_password: string; terms: string };

const required = { required: true } as const;

export function SignUpForm({ result, children }: Props) {
  const [form, fields] = useForm<Fields>({
    id: "sign-up",
    lastResult: result,
    constraint: { email: required, password: required, confirm_password: required, terms: required },
  });
  const [password, setPassword] = useState("");
  const [isDifferent, setDifferent] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // What was typed before this script came to life has told it nothing.
  useEffect(() => setPassword(passwordIn(element.current)), []);
  return (
    <>
      <AuthTitle title="Create your account" sentence="Your first agent answers in five minutes." />
      <Form
        ref={element}
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="grid gap-4.5"
      >
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          of={fields.password}
          label="Password"
          autoComplete="new-password"
          onInput={({ currentTarget }) => setPassword(currentTarget.value)}
          meter={<Strength password={password} said={fields.password.errors} />}
        />
        <PasswordField
          of={fields.confirm_password}
          label="Confirm password"
          autoComplete="new-password"
          // There is always a line here: one that came when the field is left would move what is being clicked away from under the pointer.
          hint={isDifferent ? passwordWords.mismatch : "The same once more."}
          onInput={({ currentTarget }) =>
            currentTarget.value === passwordIn(currentTarget.form) && setDifferent(false)
          }
          onBlur={({ target }) =>
            setDifferent(target.value !== "" && target.value !== passwordIn(target.form))
          }
        />
        <CheckboxField
          of={fields.terms}
          label={
            <>
              I agree to the <DocumentLink to="/terms">Terms of Service</DocumentLink> and{" "}
              <DocumentLink to="/privacy">Privacy Policy</DocumentLink>
            </>
          }
        />
        <TimeZone />
        <SubmitButton intent="sign-up">Create account</SubmitButton>
      </Form>
      {children}
      <ModeLink mode="signin" question="Already have an account?">
        Sign in
      </ModeLink>
    </>
  );
}

/** The password as it stands in the form, whoever put it there. */
function passwordIn(form: HTMLFormElement | null): string {
  const typed = form && new FormData(form).get("password");
  return typeof typed === "string" ? typed : "";
}

/** A document opens beside the form, so that nothing typed is lost. */
function DocumentLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="underline underline-offset-2 hover:text-ink">
      {children}
    </a>
  );
}

const levels = { weak: 1, fair: 2, good: 3, strong: 4 } as const;
const rules = "At least 8 characters, with an uppercase letter, a number and a special character.";

interface StrengthProps {
  readonly password: string;
  /** What stands below the field already, and is not said twice. */
  readonly said: readonly string[] | undefined;
}

/** "Good. Password must contain at least one number": the label of its score, and the first rule it breaks. */
function Strength({ password, said }: StrengthProps) {
  if (password === "") return <StrengthMeter level={0} words={rules} />;
  const { label } = strengthOf(password);
  const [broken] = brokenRules(password);
  const words = `${label.charAt(0).toUpperCase()}${label.slice(1)}.`;
  return (
    <StrengthMeter
      level={levels[label]}
      words={broken && !said?.includes(broken) ? `${words} ${broken}.` : words}
    />
  );
}

/** The browser's time zone, so that the organization's calls are shown in its own hours from the start. */
function TimeZone() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return <input ref={field} type="hidden" name="time_zone" />;
}
