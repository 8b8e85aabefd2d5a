/** The form of a brand beside its preview, which changes as one types. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useState } from "react";
import { UnsavedGuard } from "#app/agents/unsaved-changes.tsx";
import type { Brand } from "#app/branding/brand.schema.ts";
import { OrganizationForm, useOrganizationId } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { type ImageField as Image, imageFields } from "./brand-fields.schema.ts";
import { ColorField } from "./color-field.tsx";
import { flagChoices, signUpHint } from "./flag-words.ts";
import { ImageField, UploadForms } from "./image-field.tsx";
import type { BrandValues } from "./white-label.schema.ts";

// Beside the form, not part of it: the page works while it loads.
const BrandPreview = lazy(() => import("./brand-preview.tsx"));

type Values = Partial<BrandValues>;

export interface BrandEditorProps {
  /** What is saved; after a refused save the fields show what was typed. */
  readonly values: Values;
  /** What shows where the organization says nothing itself. */
  readonly fallback: Brand;
  /** The same once the brand has a name. */
  readonly fallbackOfNamed: Brand;
  readonly organizationName: string;
  readonly version: number;
  readonly isClient: boolean;
  readonly hasClients: boolean;
  readonly result: SubmissionResult<string[]> | null;
  readonly isPending: boolean;
  /** A form of the page is under way, and the page that follows it asks no question. */
  readonly isBusy: boolean;
}

const loading = <div className="h-110 rounded-lg border bg-sunken" />;

/** What stands in a form, by the names of its fields. */
const typedIn = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === "string"));

export function BrandEditor(props: BrandEditorProps) {
  const { values, version, isClient, hasClients, result, isPending, isBusy } = props;
  // What was typed before a refusal without scripts comes back in the result.
  const [typed, type] = useState<Values>(() => ({ ...values, ...textsIn(result?.initialValue) }));
  const fallback = typed.company_name?.trim() ? props.fallbackOfNamed : props.fallback;
  const [meta, fields] = useForm<Values>({ id: "brand", lastResult: result, defaultValue: values });
  const read = (event: FormEvent<HTMLFormElement>) => type(typedIn(event.currentTarget));
  // Never on the server: a module that one request began to load there is waited for in vain by all others once that request is gone.
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  // The same function at every render: an image's answer is taken once.
  const setImage = useCallback(
    (field: Image, path: string) => type((before) => ({ ...before, [field]: path })),
    [],
  );
  const isChanged = Object.keys({ ...values, ...typed }).some((name) => isOther(values, typed, name));
  const image = (field: Image, label: string, hint: string) => (
    <ImageField
      field={field}
      label={label}
      hint={hint}
      path={typed[field] ?? ""}
      fallback={fallback[field]}
      errors={fields[field].errors}
      onPath={setImage}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 md:gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(21rem,26rem)]">
      <OrganizationForm
        id={meta.id}
        onSubmit={meta.onSubmit}
        onInput={read}
        noValidate
        className="grid min-w-0 gap-4.5 md:gap-6"
      >
        <input type="hidden" name="version" value={version} />
        <FormErrors errors={meta.errors} />
        <Panel title="Name and images" id="images">
          <div className="grid gap-5">
            <TextField
              of={fields.company_name}
              label="Company name"
              placeholder={props.fallback.company_name}
              hint="Shown on every page and in emails."
            />
            {image("logo_url", "Logo", "On sign-in pages, in the dashboard and in emails.")}
            {image("logo_url_light", "Light logo", "For dark backgrounds. Leave blank to use the main logo.")}
            {image("favicon_url", "Favicon", "The small icon in browser tabs. Square works best.")}
            <TextField
              of={fields.support_email}
              label="Support email"
              type="email"
              autoComplete="off"
              placeholder={fallback.support_email}
              hint="Where replies to your emails go."
            />
          </div>
        </Panel>
        <Panel title="Colors">
          <div className="grid gap-5">
            <ColorField
              of={fields.primary_color}
              label="Primary color"
              hint="Buttons, links and the sign-in page."
              typed={typed.primary_color ?? ""}
              fallback={fallback.primary_color}
            />
            <ColorField
              of={fields.secondary_color}
              label="Secondary color"
              hint="The upper glow of the sign-in page."
              typed={typed.secondary_color ?? ""}
              fallback={fallback.secondary_color}
            />
            <ColorField
              of={fields.accent_color}
              label="Accent color"
              hint="The lower glow of the sign-in page."
              typed={typed.accent_color ?? ""}
              fallback={fallback.accent_color}
            />
          </div>
        </Panel>
        <Panel title="Sign-in page">
          <div className="grid gap-4">
            <TextField of={fields.hero_headline} label="Headline" placeholder={fallback.hero_headline} />
            <TextareaField
              of={fields.hero_subheadline}
              label="Subheadline"
              rows={2}
              placeholder={fallback.hero_subheadline}
            />
            <TextField
              of={fields.auth_hero_headline}
              label="Sign-in headline"
              placeholder={fallback.auth_hero_headline}
              hint="Next to the sign-in form only. Leave blank to use the headline."
            />
            <TextareaField
              of={fields.auth_hero_description}
              label="Sign-in description"
              rows={2}
              placeholder={fallback.auth_hero_description}
              hint="Leave blank to use the subheadline."
            />
          </div>
        </Panel>
        <Panel title="Footer">
          <div className="grid gap-4">
            <TextareaField
              of={fields.footer_description}
              label="Footer text"
              rows={2}
              placeholder={fallback.footer_description}
              hint="At the bottom of sign-in and legal pages."
            />
            <TextField
              of={fields.copyright_text}
              label="Copyright"
              placeholder={fallback.copyright_text ?? `© ${props.organizationName}`}
            />
            <div className="grid gap-4 md:grid-cols-2">
              <TextField
                of={fields.social_twitter}
                label="X"
                type="url"
                placeholder="https://x.com/yourname"
              />
              <TextField
                of={fields.social_linkedin}
                label="LinkedIn"
                type="url"
                placeholder="https://linkedin.com/company/yourname"
              />
              <TextField
                of={fields.social_facebook}
                label="Facebook"
                type="url"
                placeholder="https://facebook.com/yourname"
              />
              <TextField
                of={fields.social_instagram}
                label="Instagram"
                type="url"
                placeholder="https://instagram.com/yourname"
              />
            </div>
          </div>
        </Panel>
        <Panel title="Search and sharing">
          <div className="grid gap-5">
            <TextField
              of={fields.meta_title}
              label="Browser title"
              placeholder={fallback.meta_title ?? fallback.company_name}
              hint="The title of a shared link, and of pages without their own."
            />
            {image(
              "share_image_url",
              "Share image",
              "Shown when someone shares a link. 1200 × 630 works best.",
            )}
          </div>
        </Panel>
        {!isClient && (
          <Panel title="Hidden sections">
            <div className="grid gap-4">
              <p className="text-ink-2">
                {hasClients
                  ? "Hidden from your clients and your own members. Your owners and admins still see everything."
                  : "Hidden from your members. Owners and admins still see everything."}
              </p>
              {flagChoices.map(([field, label, hint]) => (
                <SwitchField key={field} of={fields[field]} label={label} hint={hint} />
              ))}
            </div>
          </Panel>
        )}
        <Panel title="Your domain">
          <div className="grid gap-4">
            <SwitchField
              of={fields.enable_custom_domain_redirect}
              label="Sign in on the main domain"
              hint="Visitors to your domain who aren't signed in go to the main sign-in page with your branding, and return afterward."
            />
            {hasClients && (
              <SwitchField of={fields.allows_client_signup} label="Client sign-up" hint={signUpHint} />
            )}
          </div>
        </Panel>
        <div className="save-bar sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t bg-surface/95 px-1 py-3 backdrop-blur-sm max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]">
          <Button type="submit" name="intent" value="save" variant="go" pending={isPending}>
            Save brand
          </Button>
          <p className="text-ink-3 text-meta scriptless:hidden" aria-live="polite">
            {isChanged ? "Unsaved changes" : ""}
          </p>
        </div>
      </OrganizationForm>
      <UnsavedGuard isUnsaved={isChanged && !isBusy} words="You'll lose your unsaved changes." />
      <UploadForms organizationId={useOrganizationId()} fields={imageFields} />
      <aside
        aria-label="Preview"
        className="min-w-0 max-lg:order-first lg:sticky lg:top-17 scriptless:hidden"
      >
        <Suspense fallback={loading}>
          {isInBrowser ? <BrandPreview typed={typed} fallback={fallback} /> : loading}
        </Suspense>
      </aside>
    </div>
  );
}

const textsIn = (initial: Record<string, unknown> | null | undefined): Values =>
  Object.fromEntries(Object.entries(initial ?? {}).filter(([, value]) => typeof value === "string"));

/** Whether a field of the brand holds something else than what is saved. */
function isOther(values: Values, typed: Values, name: string): boolean {
  const [before, after] = [values, typed].map((all) => new Map(Object.entries(all)).get(name) ?? "");
  return Object.hasOwn(values, name) && before !== after;
}
