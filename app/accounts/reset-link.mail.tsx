/** The mails that answer "Forgot password?": the link for whoever has an account, and a word for whoever has none, because the page tells nobody which of the two it was. */
import { type MailBrand, MailLink, MailText, MailTitle, mailHtml } from "#app/branding/mail-frame.tsx";

export function resetLinkMail({
  brand,
  url,
  minutes,
}: {
  brand: MailBrand;
  /** Holds the token. */
  url: string;
  minutes: number;
}) {
  const title = "Set a new password";
  const asked = `Somebody, probably you, asked for a new password for your account at ${brand.company_name}.`;
  const lasts = `The link is good for ${minutes} minutes and works once. The new password signs every device out.`;
  const caution =
    "If it was not you, ignore this mail: without the link nothing happens, and your password stays as it is.";
  return {
    subject: `Set a new password at ${brand.company_name}`,
    html: mailHtml({
      brand,
      title,
      children: (
        <>
          <MailTitle>{title}</MailTitle>
          <MailText>{asked}</MailText>
          <MailLink to={url}>Set a new password</MailLink>
          <MailText>{lasts}</MailText>
          <MailText isQuiet>{caution}</MailText>
        </>
      ),
    }),
    text: [title, "", asked, "", `Set a new password: ${url}`, "", lasts, "", caution, ""].join("\n"),
  };
}

export function noAccountMail({ brand, signUpUrl }: { brand: MailBrand; signUpUrl: string }) {
  const title = "There is no account with this address";
  const asked = `Somebody, probably you, asked for a new password at ${brand.company_name}. No account has this address: perhaps you signed up with another one.`;
  const caution = "If it was not you, there is nothing to do.";
  return {
    subject: `No account at ${brand.company_name} has this address`,
    html: mailHtml({
      brand,
      title,
      children: (
        <>
          <MailTitle>{title}</MailTitle>
          <MailText>{asked}</MailText>
          <MailLink to={signUpUrl}>Create an account</MailLink>
          <MailText isQuiet>{caution}</MailText>
        </>
      ),
    }),
    text: [title, "", asked, "", `Create an account: ${signUpUrl}`, "", caution, ""].join("\n"),
  };
}
