/** A small picture of the sign-in page, the dashboard and a mail, as the form would make them. Loaded beside the form. */
import { type ReactNode, useId, useState } from "react";
import type { Brand } from "#app/branding/brand.schema.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { segment, segmented } from "#app/ui/choice-field.tsx";
import { cx } from "#app/ui/cx.ts";
import { Panel } from "#app/ui/panel.tsx";
import { brandVariables, previewed } from "./previewed-brand.ts";
import type { BrandValues } from "./white-label.schema.ts";

const screens = [
  ["sign-in", "Sign-in"],
  ["dashboard", "Dashboard"],
  ["email", "Email"],
] as const;
type Screen = (typeof screens)[number][0];

const themes = [
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
type Theme = (typeof themes)[number][0];

interface ScreenProps {
  readonly brand: Brand;
  readonly theme: Theme;
}

const drawn: Record<Screen, (props: ScreenProps) => ReactNode> = {
  "sign-in": SignIn,
  dashboard: Dashboard,
  email: Email,
};

export interface BrandPreviewProps {
  readonly typed: Partial<BrandValues>;
  readonly fallback: Brand;
}

export default function BrandPreview({ typed, fallback }: BrandPreviewProps) {
  const [screen, setScreen] = useState<Screen>("sign-in");
  const [theme, setTheme] = useState<Theme>("light");
  const brand = previewed(typed, fallback);
  const Shown = drawn[screen];
  return (
    <Panel label="Preview" flush>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-3.5 py-2.5">
        <Choice label="Screen" choices={screens} chosen={screen} onChoose={setScreen} />
        <Choice label="Theme" choices={themes} chosen={theme} onChoose={setTheme} />
      </div>
      {screen === "email" ? (
        <MailHead brand={brand} theme={theme} />
      ) : (
        <BrowserTab brand={brand} theme={theme} page={screen === "dashboard" ? "Dashboard" : "Sign in"} />
      )}
      <div
        role="img"
        aria-label={`${screens.find(([value]) => value === screen)?.[1]} of ${brand.company_name}, ${theme}`}
        data-theme={theme}
        style={brandVariables(brand)}
        className="themed select-none overflow-clip bg-ground text-ink text-tiny"
      >
        <Shown brand={brand} theme={theme} />
      </div>
    </Panel>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: ReadonlyArray<readonly [Value, string]>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, choices, chosen, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={segmented}>
      <legend className="sr-only">{label}</legend>
      {choices.map(([value, words]) => (
        <label key={value} className={segment}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="sr-only"
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

/** The line of a mailbox's list: who a mail is from, and what it is about. */
function MailHead({ brand, theme }: ScreenProps) {
  return (
    <div
      data-theme={theme}
      aria-hidden="true"
      className="themed flex items-center gap-2 border-b bg-sunken px-3.5 py-1.5 text-ink-2 text-xs"
    >
      <span className="max-w-1/2 shrink-0 truncate font-semibold text-ink">{brand.company_name}</span>
      <span className="truncate">Nora invited you to join your team</span>
    </div>
  );
}

function BrowserTab({ brand, theme, page }: ScreenProps & { readonly page: string }) {
  return (
    <div
      data-theme={theme}
      aria-hidden="true"
      className="themed flex items-center gap-2 border-b bg-sunken px-3.5 py-1.5 text-ink-2 text-xs"
    >
      {brand.favicon_url ? (
        <img src={brand.favicon_url} alt="" className="size-4 object-contain" />
      ) : (
        <span style={brandVariables(brand)}>
          <Letter brand={brand} className="size-4 rounded-[4px] text-[10px]" />
        </span>
      )}
      <span className="truncate">
        {page} · {brand.company_name}
      </span>
    </div>
  );
}

const Letter = ({ brand, className }: { readonly brand: Brand; readonly className: string }) => (
  <span
    className={cx(
      "grid shrink-0 place-items-center bg-brand-fill font-semibold text-brand-on-fill",
      className,
    )}
  >
    {brand.company_name.match(/[\p{L}\p{N}]/u)?.[0]?.toLocaleUpperCase() ?? "·"}
  </span>
);

function Logo({ brand, theme }: ScreenProps) {
  const logo = theme === "dark" ? (brand.logo_url_light ?? brand.logo_url) : brand.logo_url;
  if (logo) return <img src={logo} alt="" className="h-5 w-auto max-w-24 shrink-0 object-contain" />;
  return <Letter brand={brand} className="size-5 rounded-[6px] text-xs" />;
}

const Name = (props: ScreenProps) => (
  <div className="flex min-w-0 items-center gap-1.5">
    <Logo {...props} />
    <span className="truncate font-semibold text-xs">{props.brand.company_name}</span>
  </div>
);

const Bar = ({ className }: { readonly className?: string }) => (
  <span className={cx("block h-6 rounded-sm border border-line-strong bg-surface", className)} />
);

const Main = ({ children }: { readonly children: ReactNode }) => (
  <span className="grid h-6 place-items-center rounded-sm bg-brand-fill px-2 font-strong text-brand-on-fill">
    {children}
  </span>
);

function SignIn(props: ScreenProps) {
  const { brand } = props;
  const foot = footOf(brand);
  return (
    <div className="grid min-h-88 grid-cols-2 bg-surface">
      <div className="flex min-w-0 flex-col gap-2.5 p-4">
        <Name {...props} />
        <div className="my-auto grid gap-2">
          <b className="font-semibold text-control">Sign in</b>
          <span className="text-ink-2">Email</span>
          <Bar />
          <span className="text-ink-2">Password</span>
          <Bar />
          <Main>Sign in</Main>
          <span className="text-brand-text">Forgot your password?</span>
        </div>
        {foot && (
          <div className="grid gap-1 text-ink-3">
            {foot.description && <span className="line-clamp-2 wrap-anywhere">{foot.description}</span>}
            {foot.copyright && <span className="truncate">{foot.copyright}</span>}
            {foot.links.length > 0 && (
              <span className="truncate">{foot.links.map(({ label }) => label).join("  ")}</span>
            )}
          </div>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-1.5 bg-(--hero-base) p-4 text-on-hero [background-image:var(--hero-light)]">
        <b className="line-clamp-5 wrap-anywhere font-semibold text-script">
          {brand.auth_hero_headline ?? brand.hero_headline}
        </b>
        <span className="line-clamp-6 wrap-anywhere opacity-92">
          {brand.auth_hero_description ?? brand.hero_subheadline}
        </span>
      </div>
    </div>
  );
}

const calls = [
  ["Maria Lopez", "Booked a cleaning"],
  ["+1 415 555 0142", "Asked about prices"],
  ["Daniel Whitmore", "Left a message"],
] as const;

function Dashboard(props: ScreenProps) {
  return (
    <div className="grid min-h-88 grid-cols-[7rem_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-1.5 p-2.5">
        <Name {...props} />
        <span className="mt-1 rounded-sm bg-surface px-1.5 py-1 font-strong text-brand-text ring-1 ring-line">
          Dashboard
        </span>
        {["Calls", "Agents", "Numbers"].map((place) => (
          <span key={place} className="px-1.5 py-1 text-ink-2">
            {place}
          </span>
        ))}
      </div>
      <div className="grid min-w-0 content-start gap-3 border-l bg-surface p-3.5">
        <div className="flex items-center justify-between gap-2">
          <b className="font-semibold text-control">Dashboard</b>
          <Main>New agent</Main>
        </div>
        <div className="flex h-20 items-end gap-1.5 rounded-md border p-2.5">
          {[35, 60, 45, 80, 55, 95, 70].map((height, at) => (
            <span
              key={height}
              className={cx("flex-1 rounded-t-[3px]", at === 5 ? "bg-brand-fill" : "bg-brand-fill/40")}
              style={{ height: `${height}%` }}
            />
          ))}
        </div>
        <div className="divide-y rounded-md border">
          {calls.map(([who, what]) => (
            <div key={who} className="grid px-2.5 py-1.5">
              <span className="font-medium">{who}</span>
              <span className="text-ink-2">{what}</span>
            </div>
          ))}
        </div>
        <span className="w-fit rounded-full bg-brand-soft px-2 py-0.5 font-strong text-brand-text">
          2 live
        </span>
      </div>
    </div>
  );
}

/** A mail is light wherever it is read: only what is around it changes. */
function Email({ brand }: ScreenProps) {
  return (
    <div className="grid min-h-88 content-center p-5">
      <div
        data-theme="light"
        className="themed grid gap-2.5 rounded-lg border border-line border-t-4 bg-surface p-4 text-ink"
        style={{ borderTopColor: brand.primary_color }}
      >
        {brand.logo_url ? <Logo brand={brand} theme="light" /> : <Name brand={brand} theme="light" />}
        <b className="font-semibold text-control">Join your team</b>
        <span>Nora invited you to join your team on {brand.company_name} as a member.</span>
        <div className="w-fit">
          <Main>Accept invitation</Main>
        </div>
        <span>This invitation expires in 7 days and only works for this address.</span>
        <span className="text-ink-3">If you weren't expecting this, you can ignore this email.</span>
      </div>
      <div className="grid gap-0.5 px-4 pt-2.5 text-ink-3">
        <span className="truncate">Sent by {brand.company_name}</span>
        {brand.support_email && <span className="truncate">Replies go to {brand.support_email}</span>}
      </div>
    </div>
  );
}
