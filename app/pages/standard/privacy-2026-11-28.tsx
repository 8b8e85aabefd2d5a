/** The standard privacy policy from November 28, 2026. A text that was published is not edited: changes go into a new version. */
import type { ReactNode } from "react";
import type { StandardText } from "./standard-text.tsx";

type Row = readonly [what: string, why: string, howLong: string];

const account: readonly Row[] = [
  ["Email address and name", "To identify and contact you", "Until the account is closed"],
  ["Password, as a hash that can't be reversed", "To sign you in", "Until you change it"],
  ["Sessions: browser, country, partial IP address", "So you can see and end them", "Up to 30 days"],
  [
    "Networks you've signed in from, as hashes that can't be reversed",
    "To let you in while someone else is guessing passwords",
    "90 days after the last sign-in",
  ],
  [
    "Countries you've signed in from",
    "To tell you when someone signs in from a new one",
    "365 days after the last sign-in from there",
  ],
  [
    "When you agreed to the terms, and to which version",
    "To prove what was agreed",
    "Until the account is closed",
  ],
  [
    "The link or campaign that brought you here",
    "To credit whoever referred you",
    "Until the account is closed",
  ],
  ["A log of security-related actions", "To detect and prove misuse", "400 days"],
  ["Errors, without email addresses, phone numbers or networks", "To fix the service", "90 days"],
  ["How fast pages load, without your name or address", "To keep the service fast", "90 days"],
];

export const privacy20261128: StandardText = ({ name, query }) => (
  <>
    <h2>Two kinds of data</h2>
    <p>
      For your account, {name} decides how data is used. For calls, contacts and transcripts, the organization
      whose agent is speaking decides; {name} only processes them on its behalf. If you were called, or called
      someone, and want to see or delete what was saved, please ask that organization; we'll help it respond.
    </p>
    <h2>What we keep about your account</h2>
    <Rows rows={account} />
    <h2>What we keep about calls</h2>
    <p>
      Numbers, times, what was said, what was collected or booked, and recordings if the organization has
      turned them on. They're stored in a database for that organization alone, separate from every other
      organization's. The organization sets how long each kind is kept, may have card numbers, ID numbers,
      email addresses and phone numbers taken out of transcripts, and can export or delete everything.
    </p>
    <h2>If you called one of our customers</h2>
    <p>
      That organization can find everything saved under your phone number or email address and erase it, your
      words in transcripts included. On other people's calls, your number and email address are removed where
      they were said whole; what was said about you without them isn't found. The organization gets a signed
      receipt as proof and can pass it on to you.
    </p>
    <h2>Cookies</h2>
    <p>
      Only what the service needs, and, if a link brought you here, which one. No advertising, no third-party
      tracking. Every cookie is listed in our <a href={`/cookies${query}`}>Cookie Policy</a>.
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
    <h2>When an organization is deleted</h2>
    <p>
      It can be restored for 30 days. Then everything is deleted for good, except the log of security-related
      actions until it's 400 days old, and what the law requires us to keep.
    </p>
    <h2>Your rights</h2>
    <p>
      You may see, correct, export, restrict or delete your data, object to its use, and complain to your data
      protection authority. Under Security, you can download what we keep about your account and delete the
      account. An owner can download everything of an organization in one archive under Settings. For anything
      else, contact the owner of your organization, or reply to any email from us.
    </p>
    <p>
      The agreement for using the service is in the <a href={`/terms${query}`}>Terms of Service</a>.
    </p>
  </>
);

const Rows = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <table>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">Why</th>
        <th scope="col">How long</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(([what, why, howLong]) => (
        <tr key={what}>
          <td>{what}</td>
          <td>{why}</td>
          <td>{howLong}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
