/** One section of /settings: a form of its own, saved with the others by the page's bar; without scripts by its own button. */
import { parse, useForm } from "@conform-to/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { keptErrors } from "#app/agents/kept-errors.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { pressName } from "#app/platform/press-name.ts";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { useListFocus } from "#app/ui/list-focus.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { type SettingsSection as Section, sectionTitles } from "./settings-sections.ts";
import { formIdOf, useSections } from "./unsaved-sections.tsx";

type Shape = Record<string, unknown>;
type Options<Values extends Shape> = Parameters<typeof useForm<Values>>[0];
type Form<Values extends Shape> = ReturnType<typeof useForm<Values>>[0];
type Fields<Values extends Shape> = ReturnType<typeof useForm<Values>>[1];

export interface SettingsSectionProps<Values extends Shape> {
  readonly section: Section;
  readonly sentence?: ReactNode;
  /** The saved values. After a refused save the form shows what was typed instead. */
  readonly values: NonNullable<Options<Values>["defaultValue"]>;
  readonly constraint?: Options<Values>["constraint"];
  readonly children: (fields: Fields<Values>, form: Form<Values>) => ReactNode;
}

export function SettingsSection<Values extends Shape>(props: SettingsSectionProps<Values>) {
  const { rounds } = useSections();
  return <SectionForm key={rounds[props.section] ?? 0} {...props} />;
}

function SectionForm<Values extends Shape>({
  section,
  sentence,
  values,
  constraint,
  children,
}: SettingsSectionProps<Values>) {
  const { results, rounds, look, drawn, save } = useSections();
  const result = results[section] ?? null;
  // A form that is drawn anew shows what is saved, not the answer to what was sent before.
  const old = useRef((rounds[section] ?? 0) > 0 ? result : null);
  const lastResult = result === old.current ? null : result;
  const isRefused = useRef(lastResult !== null);
  const wrong = useRef<Readonly<Record<string, string[]>>>({});
  const [form, fields] = useForm<Values>({
    id: formIdOf(section),
    lastResult,
    defaultValue: values,
    ...(constraint && { constraint }),
    // Lists change at once in the browser; the server validates, and its last errors stay.
    onValidate: ({ formData }) =>
      parse<Values, string[]>(formData, {
        resolve: (_, intent) => (intent ? { error: keptErrors(wrong.current, intent) } : {}),
      }),
  });
  useEffect(() => {
    wrong.current = form.allErrors;
  });
  useEffect(() => {
    // A form is drawn in two steps, its fields and then the rows of its lists; the next frame has both.
    const frame = requestAnimationFrame(() => drawn(section, isRefused.current));
    return () => cancelAnimationFrame(frame);
  }, [drawn, section]);
  const list = useListFocus(form.id, look);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : { submitter: null };
    if (submitter?.getAttribute("name") === pressName) return form.onSubmit(event);
    event.preventDefault();
    save();
  };
  return (
    <Panel title={sectionTitles[section]} isFocusable>
      <OrganizationForm
        id={form.id}
        onSubmit={submit}
        onClickCapture={list.onClickCapture}
        noValidate
        className="grid max-w-140 gap-4"
      >
        <input type="hidden" name="intent" value={section} readOnly />
        {/* The return key presses a form's first button: it must not be one that removes a row. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save
        </button>
        {sentence !== undefined && <p className="wrap-anywhere text-ink-2">{sentence}</p>}
        <FormErrors errors={form.errors} />
        {children(fields, form)}
        <div className="hidden scriptless:block">
          <Button type="submit" variant="go">
            {`Save ${sectionTitles[section].toLowerCase()}`}
          </Button>
        </div>
        <p role="status" className="sr-only">
          {list.said}
        </p>
      </OrganizationForm>
    </Panel>
  );
}
