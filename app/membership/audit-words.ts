/** The audit trail in words: what someone did, as the platform's admins, agencies and their clients read it. */
import { commands, markedErrors, pageOf } from "./audit-names.ts";
import {
  type EventFacts,
  say,
  type Words,
  withApp,
  withCarrier,
  withCustomer,
  withDomain,
  withPerson,
  withRole,
  withWay,
} from "./audit-parts.ts";
import { agentWords } from "./audit-words-of-agents.ts";
import { contactWords } from "./audit-words-of-contacts.ts";
import { webhookWords } from "./audit-words-of-webhooks.ts";

const incidentTitle = (changes: EventFacts["changes"]): string => `“${changes?.title ?? ""}”`;

const words: Readonly<Record<string, Words>> = {
  ...agentWords,
  ...contactWords,
  ...webhookWords,
  "access.refused": "Was denied access",
  "account.deleted": "Deleted their account",
  "account.exported": "Downloaded their data",
  "account.renamed": "Changed their name",
  "account.sign_up_repeated": "Signed up with an address that has an account",
  "account.signed_up": "Created an account",
  "api_key.made": "Created an API key",
  "api_key.revoked": "Revoked an API key",
  "audit.exported": "Downloaded the audit trail",
  "booking.canceled": "Canceled an appointment",
  "booking.made": "Booked an appointment",
  "booking.moved": "Moved an appointment",
  "booking.no_show": "Marked an appointment as a no-show",
  "booking.noted": "Wrote a note of an appointment",
  "booking.restored": "Restored an appointment",
  "brand.image_uploaded": "Uploaded a brand image",
  "brand.reset": "Reset the brand to its defaults",
  "brand.restored": "Restored an earlier version of the brand",
  "brand.saved": ({ changes }) =>
    changes?.version === undefined ? "Changed the brand" : `Saved version ${changes.version} of the brand`,
  "checkout.started": "Started a checkout",
  "calendar_feed.made": "Created a calendar address",
  "calendar_feed.removed": "Removed a calendar address",
  "call_note.added": "Wrote a note on a call",
  "call_note.deleted": "Deleted a note on a call",
  "call_note.edited": "Changed a note on a call",
  "call_share.made": "Created a link to a call",
  "call_share.revoked": "Revoked a link to a call",
  "call.deleted": "Deleted a call",
  "calls.export_started": "Started an export of calls",
  "call.tagged": "Tagged a call",
  "call.untagged": "Removed a tag from a call",
  "carriers.connected": withCarrier("Connected an account at a phone carrier"),
  "carriers.credentials_replaced": withCarrier("Replaced the credentials of an account at a phone carrier"),
  "carriers.limits_changed": withCarrier("Changed the limits of an account at a phone carrier"),
  "carriers.renamed": withCarrier("Renamed an account at a phone carrier"),
  "carriers.removed": withCarrier("Removed an account at a phone carrier"),
  "telephony.settings_changed": "Changed the telephony settings",
  "client.archived": "Archived a client",
  "client.copied": "Copied a client's setup into a template",
  "client.created": "Created a client",
  "client.flags_changed": "Changed the sections hidden from a client",
  "client.invitation_revoked": "Revoked an invitation to a client",
  "client.invited": "Invited someone to a client",
  "client.moved_out": "Released a client, which is now independent",
  "client.offer_withdrawn": "Withdrew an offer to transfer a client",
  "client.offered": "Offered a client to another agency",
  "client.restored": "Restored a client",
  "client.resumed": "Resumed a client",
  "client.sections_changed": "Changed the sections a client can see",
  "client.signed_up": "A new client signed up",
  "client.suspended": "Suspended a client",
  "client.taken_over": "Took over a client from another agency",
  "client.updated": "Changed a client's details",
  "client_price.removed": "Removed a price for clients",
  "client_price.set": "Changed a price for clients",
  "client_template.created": "Created a client template",
  "client_template.deleted": "Deleted a client template",
  "client_template.renamed": "Renamed a client template",
  "clients.account_connected": "Connected a Stripe account",
  "clients.account_disconnected": "Disconnected the Stripe account",
  "clients.margins_exported": "Downloaded the margins of clients",
  "clients.exported": "Downloaded the list of clients",
  "customer.credit_failed": withCustomer(
    "A credit may not have arrived",
    "A credit by support may not have arrived",
  ),
  "customer.credit_refused": withCustomer(
    "Our payment provider refused a credit",
    "Our payment provider refused a credit by support",
  ),
  "customer.credited": withCustomer("Gave a credit", "Support gave a credit"),
  "customer.deleted": withCustomer("Deleted a customer", "Support deleted the organization"),
  "customer.export_asked": withCustomer(
    "Asked for an export of a customer's data",
    "Support asked for an export",
  ),
  "customer.limits_changed": withCustomer("Changed a customer's limits", "Support changed the limits"),
  "customer.plan_changed": withCustomer("Changed a customer's plan", "Support changed the plan"),
  "customer.restored": withCustomer("Restored a customer", "Support restored the organization"),
  "customer.resumed": withCustomer("Resumed a customer", "Support resumed the organization"),
  "customer.signed_out": withCustomer(
    "Signed a customer's members out everywhere",
    "Support signed all members out",
  ),
  "customer.suspended": withCustomer("Suspended a customer", "Support suspended the organization"),
  "customer.trial_extended": withCustomer("Extended a customer's trial", "Support extended the trial"),
  "customers.exported": "Downloaded the list of customers",
  "data.erasure_started": "Started erasing a person",
  "data.export_downloaded": "Downloaded an export of all data",
  "data.export_started": "Started an export of all data",
  "data.person_erased": "Erased a person",
  "domain.added": withDomain("Added a custom domain"),
  "domain.failing": withDomain("A custom domain stopped working"),
  "domain.fallen_back": withDomain("Disconnected a custom domain that no longer works"),
  "domain.live": withDomain("A custom domain went live"),
  "domain.lost": withDomain("Lost a custom domain to another organization"),
  "domain.made_primary": withDomain("Made a custom domain the main one"),
  "domain.removed": withDomain("Removed a custom domain"),
  "domain.retried": withDomain("Checked a custom domain again"),
  "domain.won": withDomain("Took over a custom domain after proving ownership"),
  "email.change_asked": "Asked to change their email address",
  "email.change_cancelled": "Canceled their email address change",
  "email.change_confirmed": "Confirmed an email change from one of the two addresses",
  "email.changed": "Changed their email address",
  "email.code_asked_for_another": "Asked for another account's verification code",
  "email.code_refused": withPerson("Wrong verification code", " for"),
  "email.confirmed": "Verified their email address",
  "error.marked": ({ changes }) => markedErrors[String(changes?.state)] ?? "Marked an error",
  "factor.added": "Turned on two-factor authentication",
  "factor.locked": "Locked out of authentication codes for 15 minutes",
  "factor.refused": "Wrong authentication code",
  "factor.removed": "Turned off two-factor authentication",
  "identity.linked": "Connected Google",
  "identity.password_asked": withPerson("Google sign-in needed the password first", " for"),
  "identity.unlinked": "Disconnected Google",
  "integration.changed": withApp("Changed the connection to"),
  "integration.connected": withApp("Connected"),
  "integration.disconnected": withApp("Disconnected"),
  "incident.deleted": ({ changes }) => `Deleted the incident ${incidentTitle(changes)} from the status page`,
  "incident.opened": ({ changes }) => `Posted the incident ${incidentTitle(changes)} on the status page`,
  "incident.updated": ({ changes }) => `Posted an update on the incident ${incidentTitle(changes)}`,
  "invitation.accepted": "Accepted an invitation",
  "invitation.revoked": "Revoked an invitation",
  "invitation.sent": withRole("Invited someone"),
  "invitation.sent_again": withRole("Resent an invitation to join"),
  "legal_page.saved": ({ changes }) =>
    changes?.own === false ? "Went back to the default legal page" : "Changed a legal page",
  "joining.allowed": ({ changes }) =>
    typeof changes?.domain === "string"
      ? `Let people with a ${changes.domain} address join without an invitation`
      : "Let people of a domain join without an invitation",
  "joining.stopped": ({ changes }) =>
    typeof changes?.domain === "string"
      ? `Stopped letting people with a ${changes.domain} address join`
      : "Stopped letting people of a domain join",
  "limit.cleared": withPerson("Unblocked sign-in", " for"),
  "member.joined_by_domain": ({ changes }) =>
    typeof changes?.domain === "string"
      ? `Joined with a ${changes.domain} address`
      : "Joined with an address of a proven domain",
  "member.left": "Left the organization",
  "member.notices_changed": "Changed their email notifications",
  "member.removed": withPerson("Removed a member"),
  "member.role_changed": ({ changes, subject }) =>
    `Changed ${subject === null ? "a member" : subject}'s role${changes?.role ? ` to ${changes.role}` : ""}`,
  "member.signed_out": withPerson("Signed a member out everywhere"),
  "organization.calling_hours_changed": "Changed the opening hours",
  "organization.closed_days_changed": "Changed the closed days",
  "organization.created": "Created the organization",
  "organization.deleted": "Deleted the organization",
  "organization.error_details_changed": ({ changes }) =>
    changes?.keeps_error_details === true
      ? "Kept technical details of errors"
      : "Stopped keeping technical details of errors",
  "organization.foreign_asked_for": "Tried to open an organization they don't belong to",
  "organization.handed_over": withPerson("Transferred ownership", " to"),
  "organization.profile_changed": "Changed the organization's profile",
  "organization.purged": "The organization's data was permanently deleted",
  "organization.redaction_changed": "Changed what is removed from transcripts",
  "organization.region_changed": "Changed time zone, language or currency",
  "organization.restored": "Restored the organization",
  "organization.retention_changed": "Changed data retention",
  "organization.support_changed": ({ changes }) =>
    changes?.allows_support === false ? "Turned off support access" : "Allowed support access",
  "organization.switched": "Switched to the organization",
  "organization.test_number_changed": "Changed the test number",
  "organization.two_factor_changed": ({ changes }) =>
    changes?.require_two_factor === false
      ? "Made two-factor authentication optional"
      : "Required two-factor authentication",
  "passkey.added": "Added a passkey",
  "passkey.removed": "Removed a passkey",
  "passkey.renamed": "Renamed a passkey",
  "password.changed": "Changed their password",
  "password.reset": "Reset their password with an email link",
  "password.reset_asked": withPerson("Password reset requested", " for"),
  "password.set": "Set their first password",
  "subscription.cap_saved": "Changed the spending cap",
  "recording.deleted": "Deleted the recording of a call",
  "recording.downloaded": "Downloaded the recording of a call",
  "recordings.changed": ({ changes }) =>
    changes?.is_on === undefined
      ? "Changed the recording of calls"
      : changes.is_on
        ? "Chose to record calls"
        : "Chose not to record calls",
  "plan.canceled": "Canceled the plan",
  "plan.changed": ({ changes }) =>
    typeof changes?.tier === "string" ? `Changed the plan to ${changes.tier}` : "Changed the plan",
  "plan.kept": "Took back a change of the plan",
  "plan.resumed": "Resumed the plan",
  "platform.viewed": ({ target }) => commands[target ?? ""] ?? `Viewed the platform's ${pageOf(target)} page`,
  "recovery_code.used": "Used a recovery code",
  "recovery_codes.made": "Created new recovery codes",
  "security_alert.seen": "Marked unusual activity as seen",
  "sender.displaced": "Lost an unverified sending domain to another organization",
  "sender.given_up": "Gave up a sending domain that wasn't verified in time",
  "sender.lost": "A sending domain's records went missing",
  "sender.removed": "Removed the sending domain",
  "sender.set": ({ changes }) =>
    typeof changes?.domain === "string"
      ? `Set ${changes.domain} as the sending domain`
      : "Set the sending domain",
  "session.confirmation_refused": "Wrong password when confirming identity",
  "session.confirmed": withWay("Confirmed identity"),
  "session.crossing_allowed": ({ target }) => `Signed in on ${target ?? "another site"}`,
  "session.crossing_refused": "Sign-in on another site was refused",
  "session.ended": "Signed out",
  "session.ended_by_admin": withPerson("Signed out a platform admin's device"),
  "session.factor_asked": withWay("Was asked for two-factor authentication after signing in"),
  "session.pending": "Signed in before verifying their email address",
  "session.refused": withPerson("Sign-in failed", " for"),
  "session.revoked": "Signed another device out",
  "session.started": withWay("Signed in"),
  "sessions.ended_by_organization": withPerson("Was signed out on every device"),
  "sessions.revoked": "Signed all other devices out",
  "stripe_event.replayed": ({ changes }) =>
    typeof changes?.type === "string"
      ? `Replayed a payment event: ${changes.type}`
      : "Replayed a payment event",
  "subscription.corrected": ({ changes }) =>
    typeof changes?.status === "string"
      ? `The plan was corrected: ${changes.tier}, ${changes.status.replaceAll("_", " ")}`
      : "The plan was corrected",
  "subscription.double_ended": "Ended a second plan that was paid at the same time, and refunded it",
  "support.left": "Left a client's account",
  "support.opened": "Opened a client's account as support",
  "user.factors_reset": withPerson("Reset two-factor authentication", " of"),
  "user.signed_out": withPerson("Signed a user out everywhere"),
  "widget.changed": ({ changes }) =>
    changes?.enabled === true
      ? "Saved a website widget, switched on"
      : "Saved a website widget, switched off",
  "widget.key_renewed": "Gave a website widget a new key",
};

/** The actions that have words of their own. */
export const auditedActions: readonly string[] = Object.keys(words);

/** One event as a sentence without a full stop; an unknown action's name is spelled out. */
export function auditWords(action: string, facts: EventFacts): string {
  const said = words[action];
  if (said !== undefined) return say(said, facts);
  const plain = action.replace(/[._]/g, " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
