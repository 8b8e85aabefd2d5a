/** The mail that tells an agency that its clients can't subscribe any more, because its Stripe account takes no payments. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** Stripe restricted the account, or it is gone. */
  loss: "restricted" | "gone";
  payoutsUrl: string;
};

export const accountLostMail = ({ brand, loss, payoutsUrl }: Props) =>
  mailOf({
    brand,
    title:
      loss === "restricted"
        ? "Stripe has restricted your account"
        : "Your Stripe account is no longer connected",
    lines: [
      "Your clients can't start new subscriptions for now. Clients who already pay by card aren't interrupted.",
      loss === "restricted"
        ? "The Payouts page lists what Stripe asks for."
        : "Connect an account again to go on selling.",
      { link: "Open Payouts", to: payoutsUrl },
    ],
    why: "you own an organization that sells to its clients",
  });
