/** The standard privacy policy from November 1, 2026. A text that was published is not edited: changes go into a new version. */
import type { StandardText } from "./standard-text.tsx";

export const privacy20261101: StandardText = ({ name, query }) => (
  <>
    <h2>Two kinds of data</h2>
    <p>
      For your account, {name} decides how data is used. For calls, contacts and transcripts, the organization
      whose agent is speaking decides; {name} only processes them on its behalf. If you were called, or called
      someone, and want to see or delete what was saved, please ask that organization; we'll help it respond.
    </p>
    <h2>What we keep about your account</h2>
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
          <td>To identify and contact you</td>
          <td>Until the account is closed</td>
        </tr>
        <tr>
          <td>Password, as a hash that can't be reversed</td>
          <td>To sign you in</td>
          <td>Until you change it</td>
        </tr>
        <tr>
          <td>Sessions: browser, country, partial IP address</td>
          <td>So you can see and end them</td>
          <td>Up to 30 days</td>
        </tr>
        <tr>
          <td>Networks you've signed in from, as hashes that can't be reversed</td>
          <td>To let you in while someone else is guessing passwords</td>
          <td>90 days after the last sign-in</td>
        </tr>
        <tr>
          <td>A log of security-related actions</td>
          <td>To detect and prove misuse</td>
          <td>400 days</td>
        </tr>
        <tr>
          <td>Errors, without addresses, numbers or names</td>
          <td>To fix the service</td>
          <td>90 days</td>
        </tr>
      </tbody>
    </table>
    <h2>What we keep about calls</h2>
    <p>
      Numbers, times, what was said, what was collected or booked, and recordings if the organization has
      turned them on. They're stored in a database for that organization alone, separate from every other
      organization's. The organization sets how long they're kept and can export or delete them.
    </p>
    <h2>Cookies</h2>
    <p>
      Only what the service needs to work: who's signed in, which organization is open, light or dark theme.
      No advertising, no third-party tracking.
    </p>
    <h2>Who else sees data</h2>
    <p>
      The companies that help us run the service, each only for its part: hosting (Cloudflare), phone
      carriers, email delivery, payments, and a language model if the organization has chosen one. We don't
      sell data or train models on it.
    </p>
    <h2>How it's protected</h2>
    <p>
      Data is encrypted in transit, and secrets are also encrypted at rest. Access depends on role, and every
      access by our own staff is recorded. If a breach affects you, we'll notify you and the authorities
      within the time the law requires.
    </p>
    <h2>Your rights</h2>
    <p>
      You may see, correct, export, restrict or delete your data, object to its use, and complain to your data
      protection authority. Under Security, you can download what we keep about your account and delete the
      account. For anything else, contact the owner of your organization, or reply to any email from us.
    </p>
    <p>
      The agreement for using the service is in the <a href={`/terms${query}`}>Terms of Service</a>.
    </p>
  </>
);
