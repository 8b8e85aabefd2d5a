/** The mail that tells of an endpoint that fails: that it does, or that nothing is sent there any more. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import { mostFailures } from "./webhooks.schema.ts";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  /** The endpoint's name, and the host of its address. */
  endpoint: string;
  host: string;
  failures: number;
  since: string;
  isDisabled: boolean;
  /** The endpoint's page. */
  url: string;
};

export function webhookFailingMail(props: Props) {
  const { brand, name, organization, endpoint, host, failures, since, isDisabled, url } = props;
  const title = `The webhook “${endpoint}” ${isDisabled ? "is disabled" : "is failing"}`;
  const lines = isDisabled
    ? [
        failures < mostFailures
          ? `${host} said that this address is gone for good (410). Nothing is sent there anymore.`
          : `${failures} deliveries to ${host} failed in a row, the first on ${since}. Nothing is sent there anymore.`,
        "Once it works again, turn it on and replay what failed.",
      ]
    : [
        `${failures} deliveries to ${host} failed in a row, the first on ${since}. We keep trying for 24 hours.`,
        "After 20 in a row over a day, the webhook is disabled.",
      ];
  return mailOf({
    brand,
    title,
    subject: `${title}: ${organization}`,
    name,
    lines: [...lines, { link: "See what failed", to: url }],
    why: `you manage ${organization}`,
  });
}
