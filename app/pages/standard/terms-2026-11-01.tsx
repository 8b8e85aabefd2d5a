/** The standard terms from November 1, 2026. A text that was published is not edited: changes go into a new version. */
import type { StandardText } from "./standard-text.tsx";

export const terms20261101: StandardText = ({ name, query }) => (
  <>
    <h2>1. What this is</h2>
    <p>
      {name} gives your organization voice agents that answer and place phone calls, book appointments and
      take notes on what callers say. These terms are between you, or the organization you sign up for, and{" "}
      {name}. By creating an account, you agree to them and confirm that you're authorized to agree on your
      organization's behalf.
    </p>
    <h2>2. Your account</h2>
    <p>
      You must be an adult and use an email address that belongs to you. Keep your password to yourself:
      you're responsible for activity on your account until you tell us that someone else has access to it.
      The owner of an organization decides who belongs to it and what they can do.
    </p>
    <h2>3. Calls and the law</h2>
    <p>
      You decide what your agents say, whom they call and what they ask, and you're responsible for it. In
      particular, you agree to:
    </p>
    <ul>
      <li>
        tell callers that they're speaking with an automated agent, and that a call is recorded, where the law
        requires it;
      </li>
      <li>
        place calls only to people who have agreed to be called, at permitted hours, and never to anyone who
        has asked not to be called;
      </li>
      <li>use only phone numbers that you have the right to use, and never impersonate anyone;</li>
      <li>not use the service for emergencies: agents can't reach emergency services.</li>
    </ul>
    <h2>4. What's not allowed</h2>
    <p>
      Fraud, harassment, spam, anything illegal, attempts to break into or overload the service, and reselling
      it without an agreement that allows it. We may stop calls or close an account that does any of this:
      immediately if people could be harmed, otherwise after notice.
    </p>
    <h2>5. What's yours</h2>
    <p>
      Your agents, contacts, recordings and transcripts are yours. You let us process them to run the service
      for you and for nothing else, and we'll give you a copy whenever you ask. The service itself, its code
      and its design remain ours.
    </p>
    <h2>6. Prices</h2>
    <p>
      Prices are shown before you order. Subscriptions run until you cancel them and end with the billing
      period you've paid for; calls and numbers are charged as you use them. We give at least 30 days' notice
      of any price change, and you can leave before it takes effect.
    </p>
    <h2>7. What we promise, and what we don't</h2>
    <p>
      We run the service with care and tell you openly when it fails. Automated agents make mistakes, so check
      what matters. To the extent the law allows, we're not liable for lost profits or for what we couldn't
      foresee, and our total liability is limited to what you paid in the previous twelve months. Nothing here
      limits liability for intentional misconduct, gross negligence or personal injury.
    </p>
    <h2>8. Ending this agreement</h2>
    <p>
      You can close your account at any time. We may end this agreement with 30 days' notice. After that, your
      data stays available for 30 days so you can take it with you, and is then deleted, except for what the
      law requires us to keep.
    </p>
    <h2>9. Changes</h2>
    <p>
      If these terms change, we'll tell you by email at least 30 days in advance. If you don't agree, you can
      leave; continued use after that date means you accept the changes.
    </p>
    <p>
      How we handle personal data is explained in our <a href={`/privacy${query}`}>Privacy Policy</a>.
    </p>
  </>
);
