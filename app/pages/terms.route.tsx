/** /terms: the agreement at sign-up. */
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/terms.route";
import { DocumentPage } from "./document-page.tsx";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Terms of Service", matches);
export const loader = ({ context }: Route.LoaderArgs) => ({ brand: brandOf(context) });

export default function Terms({ loaderData: { brand } }: Route.ComponentProps) {
  const name = brand.company_name;
  return (
    <DocumentPage
      brand={brand}
      title="Terms of Service"
      sentence="In force since 1 November 2026. They are short on purpose: please read them."
    >
      <h2>1. What this is</h2>
      <p>
        {name} gives your organization voice agents that answer and place phone calls, book appointments and
        note what callers say. These terms are between you, or the organization you sign up for, and {name}.
        By creating an account you agree to them and confirm that you may agree for your organization.
      </p>
      <h2>2. Your account</h2>
      <p>
        You must be of age and give an email address that is yours. Keep your password to yourself; what is
        done with your account is done in your name until you tell us that somebody else has it. The owner of
        an organization decides who belongs to it and what they may do.
      </p>
      <h2>3. Calls and the law</h2>
      <p>
        You decide what your agents say, whom they call and what they ask, and you answer for it. In
        particular you will
      </p>
      <ul>
        <li>
          tell callers that they speak with an automated agent, and that a call is recorded, where the law
          asks for it;
        </li>
        <li>
          place calls only to people who agreed to be called, at hours when that is allowed, and to no one who
          asked not to be;
        </li>
        <li>use only phone numbers that you have a right to use, and never pretend to be somebody else;</li>
        <li>not use the service for emergencies: agents do not reach emergency services.</li>
      </ul>
      <h2>4. What is not allowed</h2>
      <p>
        Fraud, harassment, spam, anything illegal, attempts to break into the service or to overload it, and
        reselling it without an agreement that allows it. We may stop calls or close an account that does such
        things, at once where people would otherwise be harmed, and else after telling you.
      </p>
      <h2>5. What is yours</h2>
      <p>
        Your agents, contacts, recordings and transcripts are yours. You let us process them to run the
        service for you and for nothing else, and hand them out to you whenever you ask. The service itself,
        its code and its design stay ours.
      </p>
      <h2>6. Prices</h2>
      <p>
        Prices are shown before you order. Subscriptions run until they are cancelled and end with the period
        that is paid; calls and numbers are charged as they are used. A price changes only after at least 30
        days' notice, and you may leave before it does.
      </p>
      <h2>7. What we promise, and what we do not</h2>
      <p>
        We run the service with care and tell you openly when it fails. Automated agents make mistakes: check
        what matters. As far as the law allows, we are not liable for lost profit or for what we could not
        foresee, and in total for no more than what you paid in the twelve months before. Nothing here limits
        liability for intent, gross negligence or injury.
      </p>
      <h2>8. Ending</h2>
      <p>
        You may close your account at any time. We may end this agreement with 30 days' notice. Afterwards
        your data stays available for 30 days so that you can take it with you, and is then deleted, except
        for what the law makes us keep.
      </p>
      <h2>9. Changes</h2>
      <p>
        When these terms change, we tell you by email at least 30 days before. If you do not agree, you may
        leave; whoever goes on using the service after that day agrees.
      </p>
      <p>
        How we treat personal data stands in our <a href="/privacy">Privacy Policy</a>.
      </p>
    </DocumentPage>
  );
}
