/** The mail to somebody whose address was used to sign up although it has an account: the page itself tells nobody. */
import { type MailBrand, MailLink, MailText, MailTitle, mailHtml } from "#app/branding/mail-frame.tsx";

export function alreadyRegisteredMail({ brand, signInUrl }: { brand: MailBrand; signInUrl: string }) {
  const title = "You already have an account";
  const happened = `Somebody, probably you, tried to sign up at ${brand.company_name} with this address. It has an account already, so no code was sent and nothing was changed.`;
  const caution = "If it was not you, there is nothing to do.";
  return {
    subject: `You already have an account at ${brand.company_name}`,
    html: mailHtml({
      brand,
      title,
      children: (
        <>
          <MailTitle>{title}</MailTitle>
          <MailText>{happened}</MailText>
          <MailLink to={signInUrl}>Sign in with your password</MailLink>
          <MailText isQuiet>{caution}</MailText>
        </>
      ),
    }),
    text: [title, "", happened, "", `Sign in with your password: ${signInUrl}`, "", caution, ""].join("\n"),
  };
}
