/** The icon of a brand that has none of its own: its first letter on its color, or for devices that draw no SVG a voice. */
import { type Brand, platformBrand } from "./brand.schema.ts";
import { brandTokens, type Hsl } from "./brand-tokens.ts";

const css = ([hue, saturation, lightness]: Hsl) => `hsl(${hue} ${saturation}% ${lightness}%)`;

const letterOf = (name: string) => name.match(/[\p{L}\p{N}]/u)?.[0]?.toLocaleUpperCase() ?? "";

/** An SVG made of numbers and of one letter or digit. */
function letterIcon(brand: Brand): string {
  const { fill, onFill } = brandTokens(brand.primary_color).light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${css(fill)}"/><text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600" font-size="18" fill="${css(onFill)}">${letterOf(brand.company_name)}</text></svg>`;
}

/** The platform's own icon: the drawing of public/favicon.svg, which would cost every first visitor a request. */
const platformIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>rect{fill:#14161f}path{stroke:#fff}@media (prefers-color-scheme:dark){rect{fill:#f4f5f9}path{stroke:#14161f}}</style><rect width="32" height="32" rx="9"/><path d="M8 14.5v3M12 11v10M16 7.5v17M20 12v8M24 14.5v3" stroke-width="2.4" stroke-linecap="round" fill="none"/></svg>';

const embedded = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** What stands in a browser's tab. A tenant's never is the platform's own. */
export function iconOf(brand: Brand): string {
  if (brand.favicon_url) return brand.favicon_url;
  if (brand.company_name === platformBrand.company_name) return embedded(platformIcon);
  return embedded(letterIcon(brand));
}

/** The icon that is drawn where a device takes PNG only. */
export const drawnIcon = "/touch-icon.png";

/** What a phone shows of a page that was added to its home screen. */
export const touchIconOf = ({ favicon_url }: Brand): string =>
  favicon_url?.endsWith(".png") ? favicon_url : drawnIcon;

type Rgb = readonly [number, number, number];

function rgb([hue, saturation, lightness]: Hsl): Rgb {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const step = (offset + hue / 30) % 12;
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Five bars: where each is, and half its height, in parts of the side. */
const bars: readonly [at: number, half: number][] = [
  [0.26, 0.06],
  [0.38, 0.16],
  [0.5, 0.26],
  [0.62, 0.13],
  [0.74, 0.06],
];
const halfBar = 0.036;

const isBar = (x: number, y: number) =>
  bars.some(([at, half]) => Math.abs(x - at) <= halfBar && Math.abs(y - 0.5) <= half);

/** The rows of the drawn icon, each behind a zero as PNG wants them: the data that its IDAT chunk compresses. */
export function drawnRows(brand: Brand, side: number): Uint8Array<ArrayBuffer> {
  const { fill, onFill } = brandTokens(brand.primary_color).light;
  const [ground, ink] = [rgb(fill), rgb(onFill)];
  const rows = new Uint8Array(side * (1 + side * 3));
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      rows.set(isBar((x + 0.5) / side, (y + 0.5) / side) ? ink : ground, y * (1 + side * 3) + 1 + x * 3);
  return rows;
}
