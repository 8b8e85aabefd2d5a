/** The mail that a provider refuses a connection, which has to be connected again. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  provider: string;
  /** What doesn't happen until then. */
  consequence: string;
  url: string;
};

export function integrationExpiredMail({ brand, name, organization, provider, consequence, url }: Props) {
  const title = `Connect ${provider} again`;
  return mailOf({
    brand,
    title,
    subject: `${title}: ${organization}`,
    name,
    lines: [
      `${provider} no longer accepts the connection. Someone may have removed our access there, or a password was changed.`,
      consequence,
      { link: `Connect ${provider}`, to: url },
    ],
    why: `you connected it, or own ${organization}`,
  });
}
