/** The fields for choosing a password and agreeing to the terms, with strength and rules as it is typed; the server decides. */
import { useEffect, useRef, useState } from "react";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { type FieldSource, useStanding } from "#app/ui/field.tsx";
import { StrengthMeter } from "#app/ui/strength-meter.tsx";
import { PasswordField } from "#app/ui/text-field.tsx";
import { brokenRules, passwordWords, strengthOf } from "./password-rules.ts";

/** A new password, typed twice; the fields are called `password` and `confirm_password`. */
export function NewPasswordFields({
  password: of,
  confirm,
  label = "Password",
}: {
  readonly password: FieldSource;
  readonly confirm: FieldSource;
  /** "New password" where the current one is also asked for. */
  readonly label?: string;
}) {
  const [password, setPassword] = useState("");
  const [isDifferent, setDifferent] = useState(false);
  const { errors, change } = useStanding(of.errors);
  const place = useRef<HTMLDivElement>(null);
  // What was typed before this script started has not reached the state yet.
  useEffect(() => setPassword(passwordIn(place.current?.closest("form") ?? null)), []);
  return (
    <div ref={place} className="contents">
      <PasswordField
        of={of}
        label={label}
        autoComplete="new-password"
        onInput={({ currentTarget }) => {
          setPassword(currentTarget.value);
          change();
        }}
        meter={<Strength password={password} said={errors} />}
      />
      <PasswordField
        of={confirm}
        label="Confirm password"
        autoComplete="new-password"
        // The line is always there: if it appeared on leaving the field, it would move what is being clicked.
        hint={isDifferent ? passwordWords.mismatch : "Re-enter your password."}
        onInput={({ currentTarget }) =>
          currentTarget.value === passwordIn(currentTarget.form) && setDifferent(false)
        }
        onBlur={({ target }) => setDifferent(target.value !== "" && target.value !== passwordIn(target.form))}
      />
    </div>
  );
}

/** The only checkbox of the sign-up form. */
export function TermsField({ of }: { readonly of: FieldSource }) {
  return (
    <CheckboxField
      of={of}
      label={
        <>
          I agree to the <DocumentLink to="/terms">Terms of Service</DocumentLink> and{" "}
          <DocumentLink to="/privacy">Privacy Policy</DocumentLink>
        </>
      }
    />
  );
}

/** The password in the form, typed or filled in. */
function passwordIn(form: HTMLFormElement | null): string {
  const typed = form && new FormData(form).get("password");
  return typeof typed === "string" ? typed : "";
}

/** Opens beside the form, so that nothing typed is lost. */
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
  /** Messages already shown below the field, which are not repeated. */
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
