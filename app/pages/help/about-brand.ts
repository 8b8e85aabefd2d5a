/** Articles: the brand, its domains, and an agency's clients. */
import type { Article } from "./article.ts";

export const brandArticles: readonly Article[] = [
  {
    slug: "your-brand",
    title: "Put your brand on everything",
    summary: "Name, logo, colors and text on every page and email, with versions to go back to.",
    topic: "Brand and domains",
    pages: ["/white-label"],
    words: "white label logo color favicon brand look company name preview restore versions",
    body: `
Open **White label**. What you set here is what your members see in the dashboard, on sign-in pages and in emails.

1. Upload a logo and a square icon: PNG, JPEG, WebP or ICO, up to 1 MB.
2. Choose your colors. The preview shows sign-in, the dashboard and an email, by day and by night, and says whether text stays readable.
3. Write your texts: headline, footer, and the support address that replies and the help pages use.
4. Save. It's live within a minute.

![The editor of a brand with its preview](white-label)

Every save is a version. **History** shows the last 20, with who saved them and when; restore any of them.

Leave a field blank and the neutral default stands, so you can start with a name and a logo.
`,
  },
  {
    slug: "custom-domain",
    title: "Use your own domain",
    summary: "Add two DNS records, wait for the certificate, and sign in at your own address.",
    topic: "Brand and domains",
    pages: ["/custom-domain-guide"],
    words: "custom domain dns cname txt record certificate https host subdomain www",
    body: `
1. Open **Custom domains** and enter a subdomain of a domain you own, like voice.yourcompany.com. Your website and your email stay as they are.
2. Add the DNS records you're shown at your DNS provider. There are instructions for the common ones.
3. Wait. We check every few minutes, and email you when the domain is live.

![The steps to connect a domain](custom-domains)

| Status | What it means |
| Waiting for records | We don't see the records yet. Changes usually show up within minutes. |
| Getting certificate | The domain is yours, and its certificate is on its way. |
| Not pointing here | The certificate is ready. Point the domain here to go live. |
| Live | People sign in here. |
| Stopped checking | No records for 7 days. Add them and try again. |

Your main address keeps working all the while. If you remove a domain, no one else can add it here for 30 days.
`,
  },
  {
    slug: "email-domain",
    title: "Send email from your own address",
    summary: "Invitations and notifications come from an address at your domain.",
    topic: "Brand and domains",
    pages: ["/custom-domain-guide"],
    words: "sender email domain dkim spf from address mail sending",
    body: `
1. Open **Custom domains** and go to **Email addresses**.
2. Enter the address that email should come from, like hello@yourcompany.com.
3. Add the DNS records you're shown. Email you receive at this address isn't affected.

Once the records are found, your emails carry your address. Until then, and if the records disappear later, they're sent from ours under your name, and we tell you.
`,
  },
  {
    slug: "legal-pages",
    title: "Publish your own legal pages",
    summary: "Terms, privacy and cookies in your words, with every version kept.",
    topic: "Brand and domains",
    pages: ["/white-label/legal"],
    words: "terms privacy cookies policy legal version agreement gdpr consent",
    body: `
Open **White label**, then **Legal pages**. Until you write your own, visitors read the standard texts with your company's name.

- Start a heading with ## and a list item with -. Leave an empty line between paragraphs.
- Each save is a new version. Earlier versions stay readable from the page.
- Everyone who signs up agrees to the version that's live at that moment, and we keep which one it was.

**Go back to the standard text** removes yours; its versions stay readable.
`,
  },
  {
    slug: "hide-sections",
    title: "Hide parts of the dashboard",
    summary: "Keep settings, plans or number purchases from your members or clients.",
    topic: "Brand and domains",
    pages: ["/white-label"],
    words: "hide sections menu flags upgrade settings restrict navigation",
    body: `
Open **White label** and go to **Hidden sections**. What you hide disappears from the navigation, and its pages refuse to open.

Owners and admins still see everything, so that they can show it again. If you have clients, the sections are hidden from all of them, too.

The pages that protect an account are never hidden: everyone can always change their password and set up two-factor authentication.
`,
  },
  {
    slug: "add-clients",
    title: "Add and manage clients",
    summary: "Create a client, invite its owner, set its plan and limits, and suspend or archive it.",
    topic: "Clients",
    pages: ["/clients", "/clients/new"],
    audience: "agency",
    words: "agency client create customer sub-account limits suspend archive restore reseller",
    body: `
1. Open **Clients** and choose **New client**.
2. Enter a name and its owner's email. Start from a [template](/help/client-templates), or with an empty organization.
3. Its owner gets an invitation in your brand.

A client is an organization of its own, with its own people, agents and numbers. It wears your brand unless it has one.

On a client's page you set its plan, lower its limits, hide sections, and see its health and its last activity.

- **Suspend**: members see whom to ask, and callers hear that no one is available. Nothing is deleted.
- **Archive**: everyone loses access and its numbers stop answering. You can restore it within 30 days.
- **Release**: it becomes independent, without your brand and plan.
- **Move to another agency**: that agency gets an offer by email and accepts it.
`,
  },
  {
    slug: "support-visits",
    title: "Open a client as support",
    summary: "A visit with a reason, for 60 minutes, that the client can see and turn off.",
    topic: "Clients",
    pages: ["/clients"],
    audience: "agency",
    words: "support visit impersonate log in as client access read-only",
    body: `
1. Open the client and choose **Open as support**.
2. Give a reason. The client reads it.
3. The visit is read-only unless you choose **I may need to change things**. It ends after 60 minutes, or when you end it.

A bar at the top shows whose organization you're in. People, ownership, the brand and payments stay out of reach.

Every visit, and everything changed in it, is in the client's activity and in yours. A client's owner can turn support access off under **Settings**, **Security**.
`,
  },
  {
    slug: "client-templates",
    title: "Start clients from a template",
    summary: "Agents, settings, colors and a price that new clients begin with.",
    topic: "Clients",
    pages: ["/clients/templates"],
    audience: "agency",
    words: "template snapshot copy setup clients new",
    body: `
Open **Clients**, then **Templates**, and choose **New template**. Take it from a client that's set up well, or from a setup file.

A template holds agents, settings and colors, and a price if you like. Phone numbers, people, calls and transfer numbers are left out.

Clients made from a template are copies: changing or deleting the template leaves them as they are.
`,
  },
  {
    slug: "charge-clients",
    title: "Charge your clients",
    summary: "Set prices, connect Stripe, and read your margins.",
    topic: "Clients",
    pages: ["/clients/prices", "/clients/margins", "/clients/payouts"],
    audience: "agency",
    words: "prices margins payouts stripe resale statement invoice reseller revenue",
    body: `
- **Prices**: for each plan, a monthly fee, included minutes and a price per extra minute. You can set another price for one client. Changes count from next month.
- **Payouts**: connect a Stripe account, and clients pay by card to you. Until then they see statements that you bill yourself.
- **Margins**: what each client pays, what its minutes cost you, and what's left, month by month.

A client's statement lists every call behind it, so both of you can check the sum.
`,
  },
];
