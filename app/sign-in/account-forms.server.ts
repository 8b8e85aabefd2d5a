/** The fields of the sign-in screen's forms, with their error messages (docs/product.md, "Validation"). */
import { z } from "zod";
import { personName } from "#app/accounts/person-name.server.ts";
import { isCommonPassword } from "#app/passwords/common-passwords.server.ts";
import { brokenRules, longestPassword, passwordWords } from "#app/passwords/password-rules.ts";

const email = z
  .email({ error: "Invalid email address" })
  .max(254, { error: "Invalid email address", abort: true });

/** A typed password for sign-in: it may be older than the rules, so none is checked (docs/product.md, "Sign-in flows"). */
const typedPassword = z
  .string({ error: "Please enter your password" })
  .min(1, { error: "Please enter your password" })
  .max(longestPassword, { error: passwordWords.long });

export const signInForm = z.object({ email, password: typedPassword });
export type SignInValues = z.infer<typeof signInForm>;

/** A new password, typed twice. `names` belong to the account: the password may not be made of one of them (R14). */
const chosenPassword = (names: readonly string[]) => ({
  password: z.string({ error: passwordWords.short }).superRefine((password, context) => {
    for (const message of brokenRules(password, isCommonPassword(password, names)))
      context.addIssue({ code: "custom", message });
  }),
  confirm_password: z.string({ error: passwordWords.mismatch }).default(""),
});

const bothTyped = z.object({ password: z.string(), confirm_password: z.string() });
const isTypedTwice = ({ password, confirm_password }: z.infer<typeof bothTyped>) =>
  password === confirm_password;
const typedTwice = {
  path: ["confirm_password"],
  error: passwordWords.mismatch,
  // Runs also when other fields are wrong, so that all errors are shown at once.
  when: ({ value }: { value: unknown }) => bothTyped.safeParse(value).success,
};

const newAccount = (names: readonly string[]) => ({
  email,
  ...chosenPassword(names),
  terms: z.literal("on", { error: "Please agree to the terms to continue" }),
});

/** `names` belong to the account that is being created. */
export const signUpForm = (names: readonly string[]) =>
  z.object(newAccount(names)).refine(isTypedTwice, typedTwice);

/** The same for an invited newcomer, who may add a name. */
export const invitedSignUpForm = (names: readonly string[]) =>
  z.object({ ...newAccount(names), name: personName }).refine(isTypedTwice, typedTwice);
export type SignUpValues = z.infer<ReturnType<typeof signUpForm>>;

/** The fields of `NewPasswordFields`, for an existing account. */
export const newPasswordForm = (names: readonly string[]) =>
  z.object(chosenPassword(names)).refine(isTypedTwice, typedTwice);

export const forgotForm = z.object({ email });

/** ASCII digits only: neither "１２３４５６" nor " 123456 " is what was mailed. The field itself drops the spaces of a copied code. */
export const codeForm = z.object({
  code: z
    .string({ error: "Please enter the 6-digit code from your email." })
    .regex(/^[0-9]{6}$/, { error: "Please enter the 6-digit code from your email." }),
  /** Sent by the browser; no value of it is a reason to refuse a code. */
  time_zone: z.string().optional().catch(undefined),
});
