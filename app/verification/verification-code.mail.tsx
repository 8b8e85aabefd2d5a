/** The mail with the code that proves an address. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

export function verificationCodeMail({
  brand,
  code,
  minutes,
  isTrial,
}: {
  brand: MailBrand;
  code: string;
  minutes: number;
  /** They came to start a trial, and continue with it after the code. */
  isTrial: boolean;
}) {
  const where = isTrial
    ? "Enter this code to verify your email and start your trial:"
    : "Enter this code to verify your email:";
  const lasts = `It works once and expires in ${minutes} minutes.`;
  const caution = `If you didn't request this code, you can ignore this email. No one at ${brand.company_name} will ever ask you for it.`;
  return mailOf({
    brand,
    title: "Verify your email",
    subject: `${code} is your ${brand.company_name} verification code`,
    lines: [where, { code }, lasts, { quiet: caution }],
    why: "someone signed up with this address",
  });
}
