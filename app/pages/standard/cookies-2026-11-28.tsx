/** The standard cookie policy from November 28, 2026. A text that was published is not edited: changes go into a new version. Its lists are drawn from what the product keeps now. */
import { KeptTable } from "#app/pages/kept-table.tsx";
import type { StandardText } from "./standard-text.tsx";

export const cookies20261128: StandardText = ({ name, query }) => (
  <>
    <p>
      {name} keeps small pieces of information in your browser: cookies, and items in the browser's own
      storage. All of them are set by this site, none by anyone else. There is no advertising and no tracking
      across other sites.
    </p>
    <h2>What the service needs</h2>
    <p>
      Without these you couldn't sign in or do what you came for, so they don't need your consent. You can
      delete them in your browser at any time; you'll be signed out.
    </p>
    <KeptTable isOptional={false} />
    <h2>What you can refuse</h2>
    <p>
      If a link or campaign brought you here, we remember it until you sign up. The service works without it.
      A notice tells you when it's kept and lets you remove it, and you can do that here too.
    </p>
    <KeptTable isOptional={true} />
    <form method="post">
      <button type="submit" className="font-medium text-brand-text underline underline-offset-2">
        Remove what brought me here
      </button>
    </form>
    <h2>Payment</h2>
    <p>
      On a page with a payment form, the payment company Stripe sets its own cookies to prevent fraud. They're
      only set there.
    </p>
    <p>
      How we handle personal data is explained in our <a href={`/privacy${query}`}>Privacy Policy</a>.
    </p>
  </>
);
