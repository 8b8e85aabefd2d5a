/** The mail that tells of a campaign's end: that it is finished, or halted and why. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  campaign: string;
  isHalted: boolean;
  /** Why it ended, and what helps. */
  reason: string;
  /** What it did, in a sentence. */
  figures: string;
  /** The campaign's page. */
  url: string;
};

export function campaignEndedMail(props: Props) {
  const { brand, name, organization, campaign, isHalted, reason, figures, url } = props;
  const title = `“${campaign}” ${isHalted ? "is halted" : "has finished"}`;
  return mailOf({
    brand,
    title,
    subject: `${title}: ${organization}`,
    name,
    lines: [reason, figures, { link: isHalted ? "Check the campaign" : "See the results", to: url }],
    why: `you made this campaign, or manage ${organization}`,
  });
}
