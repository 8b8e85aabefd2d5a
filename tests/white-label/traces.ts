/** What would tell a tenant's visitor of the platform: its names and sentences, colors, host and mail address. */
import { env } from "cloudflare:workers";
import { platformBrand } from "#app/branding/brand.schema.ts";
import { brandTokens, heroTokens } from "#app/branding/brand-tokens.ts";
import { settings } from "#app/platform/env.server.ts";

const { PUBLIC_HOST, MAIL_FROM } = settings(env);
const { primary_color: primary, secondary_color: secondary, accent_color: accent } = platformBrand;

const { light, dark } = brandTokens(primary);
const hero = heroTokens({ primary, secondary, accent });
const tokens = [light.fill, light.text, light.soft, dark.fill, dark.text, dark.soft, ...Object.values(hero)];

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

/** Names, sentences and colors: they stand in no file that a tenant's visitor loads. */
const marks = [
  "switchboard",
  platformBrand.company_name,
  platformBrand.hero_headline,
  platformBrand.hero_subheadline,
  ...[primary, secondary, accent].flatMap((hex) => [hex, encodeURIComponent(hex), rgb(hex)]),
  ...tokens.map(([hue, saturation, lightness]) => `hsl(${hue} ${saturation}% ${lightness}%)`),
];

/** Addresses: they stand in no page or mail. */
const addresses = [PUBLIC_HOST, /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM, "mail.localhost"];

/** The sandbox plays Stripe's own pages on the tests' host; a deployment links to Stripe's. */
const stripes = `${PUBLIC_HOST}/sandbox/stripe/`;

function found(all: string, wanted: readonly string[]): string[] {
  const text = all.replaceAll(stripes, "invoice.stripe.com/");
  const lower = text.toLowerCase();
  return wanted.flatMap((mark) => {
    const at = lower.indexOf(mark.toLowerCase());
    return at < 0 ? [] : [`${mark}: …${text.slice(Math.max(0, at - 80), at + 80)}…`];
  });
}

/** Every trace of the platform in a text, with what stands around it. */
export const tracesIn = (text: string): string[] => found(text, [...marks, ...addresses]);

/** The same but for addresses: of a redirect that leads to the main host on purpose. */
export const marksIn = (text: string): string[] => found(text, marks);
