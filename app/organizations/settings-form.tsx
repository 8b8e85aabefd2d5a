/** One part of an organization's settings: its box and sentence, its fields, and the button that saves this part alone. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";

type Shape = Record<string, unknown>;
type Options<Values extends Shape> = Parameters<typeof useForm<Values>>[0];
type Fields<Values extends Shape> = ReturnType<typeof useForm<Values>>[1];

export interface SettingsFormProps<Values extends Shape> {
  readonly title: string;
  readonly sentence?: ReactNode;
  /** What the form sends as its intent. */
  readonly section: string;
  /** The button's words. */
  readonly save: string;
  /** The saved values. After a refused save the form shows what was typed instead. */
  readonly values: NonNullable<Options<Values>["defaultValue"]>;
  readonly constraint?: Options<Values>["constraint"];
  /** The server's answer to this section's last save, with its errors; null: none. */
  readonly result: SubmissionResult<string[]> | null;
  /** False: the visitor may not change this, and the section is not rendered. */
  readonly isAllowed?: boolean;
  /** Draws the button as dangerous: the change cannot be undone. */
  readonly isDanger?: boolean;
  /** The form's id; by default one made from `section`. */
  readonly id?: string;
  /** The panel's id, for links that lead to it. */
  readonly anchor?: string;
  /** Scrolls to the top after saving, where the page confirms it. */
  readonly scrollsUp?: boolean;
  readonly children: (fields: Fields<Values>) => ReactNode;
}

export const SettingsForm = <Values extends Shape>({
  isAllowed = true,
  ...props
}: SettingsFormProps<Values>) => isAllowed && <Section {...props} />;

function Section<Values extends Shape>({
  title,
  sentence,
  section,
  save,
  values,
  constraint,
  result,
  isDanger = false,
  id = `settings-${section}`,
  anchor,
  scrollsUp = false,
  children,
}: Omit<SettingsFormProps<Values>, "isAllowed">) {
  const options = { id, lastResult: result, defaultValue: values, ...(constraint && { constraint }) };
  const [form, fields] = useForm<Values>(options);
  const isPending = useNavigation().formData?.get("intent") === section;
  return (
    <Panel title={title} id={anchor}>
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset={!scrollsUp}
        className="grid max-w-140 gap-4"
      >
        {sentence !== undefined && <p className="wrap-anywhere text-ink-2">{sentence}</p>}
        <FormErrors errors={form.errors} />
        {children(fields)}
        <div>
          <Button
            type="submit"
            name="intent"
            value={section}
            variant={isDanger ? "danger" : "go"}
            pending={isPending}
          >
            {save}
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
