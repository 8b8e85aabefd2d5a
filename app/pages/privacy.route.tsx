/** /privacy: which personal data is stored, why, for how long, and whom to ask. */
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/privacy.route";
import { DocumentPage } from "./document-page.tsx";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Privacy Policy", matches);
export const loader = ({ context }: Route.LoaderArgs) => ({ brand: brandOf(context) });

export default function Privacy({ loaderData: { brand } }: Route.ComponentProps) {
  const name = brand.company_name;
  return (
    <DocumentPage
      brand={brand}
      title="Privacy Policy"
      sentence="In force since 1 November 2026. What we know about you, why, and for how long."
    >
      <h2>Two kinds of data</h2>
      <p>
        For your account, {name} decides how data is used. For calls, contacts and transcripts the
        organization whose agent speaks decides; {name} only processes them on its behalf. If you were called,
        or called somebody, and want to know or delete what was noted, please ask that organization; we help
        it to answer.
      </p>
      <h2>What we keep of your account</h2>
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th>Why</th>
            <th>How long</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Email address and name</td>
            <td>To know you and to write to you</td>
            <td>Until the account is closed</td>
          </tr>
          <tr>
            <td>Password, as a hash from which it cannot be read</td>
            <td>To let you in</td>
            <td>Until you change it</td>
          </tr>
          <tr>
            <td>Sessions: browser, country, part of the network address</td>
            <td>So that you can see and end them</td>
            <td>At most 30 days</td>
          </tr>
          <tr>
            <td>Networks that you signed in from, as hashes from which they cannot be read</td>
            <td>To let you in while somebody else tries passwords</td>
            <td>90 days after the last time</td>
          </tr>
          <tr>
            <td>A record of security-relevant actions</td>
            <td>To find and prove misuse</td>
            <td>400 days</td>
          </tr>
          <tr>
            <td>Errors, without addresses, numbers and names</td>
            <td>To repair the service</td>
            <td>90 days</td>
          </tr>
        </tbody>
      </table>
      <h2>What we keep of calls</h2>
      <p>
        Numbers, times, what was said, what was collected or booked, and recordings where the organization has
        switched them on. They lie in a database of that organization alone, apart from every other one's. The
        organization sets how long they are kept and can export or delete them.
      </p>
      <h2>Cookies</h2>
      <p>
        Only what the service needs to work: who is signed in, which organization is open, light or dark. No
        advertising, no tracking by others.
      </p>
      <h2>Who else sees data</h2>
      <p>
        The companies that carry the service for us, each for its part only: hosting (Cloudflare), phone
        carriers, mail delivery, payment, and a language model if the organization has chosen one. We sell no
        data and train no models on it.
      </p>
      <h2>How it is protected</h2>
      <p>
        Encrypted on every way, secrets encrypted at rest as well, access by role, every access of our own
        staff recorded. If a breach concerns you, we tell you and the authority within the time the law sets.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see, correct, take with you, restrict or delete what concerns you, object to its use, and
        complain to your data protection authority. What is kept of your account you can download under
        Security, and delete the account there. For all else write to the owner of your organization, or
        answer any mail from us.
      </p>
      <p>
        What is agreed for the use of the service stands in the <a href="/terms">Terms of Service</a>.
      </p>
    </DocumentPage>
  );
}
