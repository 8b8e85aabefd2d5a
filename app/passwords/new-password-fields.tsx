/** The fields for choosing a password and agreeing to the terms, with strength and rules as it is typed; the server decides. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { DocumentLink } from "#app/shell/document-link.tsx";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { type FieldSource, useStanding } from "#app/ui/field.tsx";
import { StrengthMeter } from "#app/ui/strength-meter.tsx";
import { PasswordField } from "#app/ui/text-field.tsx";
import { brokenRules, passwordWords, strengthOf } from "./password-rules.ts";

interface NewPasswordFieldsProps {
  readonly password: FieldSource;
  readonly confirm: FieldSource;
  /** "New password" where the current one is also asked for. */
  readonly label?: string;
  /** The brand and the organizations of the account: no password may be made of one. The form's address is read as it is typed. */
  readonly names: readonly string[];
}

/** A new password, typed twice; the fields are called `password` and `confirm_password`. */
export function NewPasswordFields({
  password: of,
  confirm,
  label = "Password",
  names,
}: NewPasswordFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { password, email } = useTyped(place);
  const [isDifferent, setDifferent] = useState(false);
  const { errors, change } = useStanding(of.errors);
  const isCommonTyped = useJudge(password !== "");
  const isCommon = isCommonTyped ? isCommonTyped(password, names, email) : isCommonTyped;
  return (
    <div ref={place} className="contents">
      <PasswordField
        of={of}
        label={label}
        autoComplete="new-password"
        onInput={change}
        // The errors take the place of the meter's two lines, so no other line is kept free for them.
        className="[&>p]:min-h-[2lh] pb-0!"
        meter={<Strength password={password} isRefused={errors.length > 0} isCommon={isCommon} />}
      />
      <PasswordField
        of={confirm}
        label="Confirm password"
        autoComplete="new-password"
        // The line is always there: if it appeared on leaving the field, it would move what is being clicked.
        hint={isDifferent ? passwordWords.mismatch : "Re-enter your password."}
        onInput={({ currentTarget: { form, value } }) =>
          value === typedIn(form, "password") && setDifferent(false)
        }
        onBlur={({ target: { form, value } }) =>
          setDifferent(value !== "" && value !== typedIn(form, "password"))
        }
      />
    </div>
  );
}

/** What the form holds as it is typed or filled in, also what was typed before this script started. */
function useTyped(place: RefObject<HTMLDivElement | null>) {
  const [typed, setTyped] = useState({ password: "", email: "" });
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const read = () =>
      setTyped({
        password: typedIn(form, "password"),
        email: typedIn(form, "email") || typedIn(form, "username"),
      });
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [place]);
  return typed;
}

type Judge = (password: string, names: readonly string[], email: string) => boolean;

/** Tells common passwords; undefined while it loads, null when it cannot be loaded. */
function useJudge(isWanted: boolean): Judge | null | undefined {
  const [judge, setJudge] = useState<{ readonly of: Judge | null }>();
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    const use = (of: Judge | null) => isShown && setJudge({ of });
    import("./typed-judge.ts").then(
      ({ isCommonTyped }) => use(isCommonTyped),
      () => use(null),
    );
    return () => {
      isShown = false;
    };
  }, [isWanted]);
  return judge?.of;
}

/** The only checkbox of the sign-up form. */
export function TermsField({ of }: { readonly of: FieldSource }) {
  return (
    <CheckboxField
      of={of}
      // The line of its error, kept free.
      className="[&>:last-child]:min-h-4.5"
      label={
        <>
          I agree to the <DocumentLink to="/terms">Terms of Service</DocumentLink> and{" "}
          <DocumentLink to="/privacy">Privacy Policy</DocumentLink>
        </>
      }
    />
  );
}

/** The text of a field of the form. */
function typedIn(form: HTMLFormElement | null, name: string): string {
  const typed = form && new FormData(form).get(name);
  return typeof typed === "string" ? typed : "";
}

const levels = { weak: 1, fair: 2, good: 3, strong: 4 } as const;
type Label = keyof typeof levels;
const rules = "At least 8 characters, with an uppercase letter, a number and a special character.";
/** What only the server can judge when the list could not be loaded. */
const unjudged = "We'll check that it isn't a common password when you continue.";

/** Broken by what is in the password, not by what it still lacks. */
const guessable: readonly string[] = [passwordWords.common, passwordWords.sequence, passwordWords.repeat];
const atMost = (label: Label, most: Label): Label => (levels[label] < levels[most] ? label : most);

interface StrengthProps {
  readonly password: string;
  /** The server has refused it; the field's error says why. */
  readonly isRefused: boolean;
  /** Undefined: not known yet. Null: only the server knows. */
  readonly isCommon: boolean | null | undefined;
}

/** "Fair. Password must contain at least one number.": never stronger than the rules allow, and the first rule it breaks. */
function Strength({ password, isRefused, isCommon }: StrengthProps) {
  if (password === "") return <StrengthMeter level={0} words={isRefused ? null : rules} />;
  const scored = strengthOf(password).label;
  const broken = brokenRules(password, isCommon === true);
  if (isRefused) return <StrengthMeter level={levels[atMost(scored, "weak")]} words={null} />;
  const isGuessable = broken.some((rule) => guessable.includes(rule));
  const most = isGuessable ? "weak" : broken.length > 0 ? "fair" : isCommon === false ? "strong" : "good";
  const label = atMost(scored, most);
  const [first = isCommon === null ? unjudged : undefined] = broken.map((rule) => `${rule}.`);
  const said = `${label.charAt(0).toUpperCase()}${label.slice(1)}.`;
  return <StrengthMeter level={levels[label]} words={first === undefined ? said : `${said} ${first}`} />;
}
