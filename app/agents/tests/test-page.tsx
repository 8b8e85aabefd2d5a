/** One test: what came of it last, and the plain form that it is written in. */
import { Play, Save } from "lucide-react";
import { useEffect, useId } from "react";
import { Link, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Page } from "#app/shell/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { TestColumns, type TestColumnsProps } from "./test-columns.tsx";
import { ExpectedAtEnd, ExpectedInTurn, TurnRow } from "./test-fields.tsx";
import { linesShown, type TestValues } from "./test-form.ts";

export interface TestPageProps {
  readonly id: string;
  readonly agent: { readonly id: string; readonly name: string };
  /** Null: the test is not written yet. */
  readonly name: string | null;
  /** The call that it was made from. */
  readonly call: string | null;
  readonly fields: readonly { readonly id: string; readonly label: string }[];
  readonly values: TestValues;
  readonly columns: TestColumnsProps["columns"];
  readonly answer: { readonly values: TestValues; readonly errors: string[] } | null;
}

export function TestPage({ id, agent, name, call, fields, values: saved, columns, answer }: TestPageProps) {
  const other = useId();
  const run = useId();
  const errorsId = useId();
  // The button that saves stands at the end of a long form, and the errors at its beginning.
  useEffect(() => {
    if (answer && answer.errors.length > 0)
      document.getElementById(errorsId)?.scrollIntoView({ block: "center" });
  }, [answer, errorsId]);
  const isBusy = useNavigation().formData !== undefined;
  const values = answer?.values ?? saved;
  const of = (field: string) => ({ name: field, initialValue: values[field] });
  const lines = Array.from({ length: linesShown(values) }, (_, at) => at + 1);
  const list = `/agents/${agent.id}/tests`;
  return (
    <Page
      path={[
        { label: "Agents", to: "/agents" },
        { label: agent.name, to: `/agents/${agent.id}` },
        { label: "Tests", to: list },
        { label: name ?? "New test" },
      ]}
    >
      <PageHeader
        title={name ?? "New test"}
        sentence={
          call === null ? (
            "Played without a phone: nothing is booked, sent or counted."
          ) : (
            <>
              Made from <Link to={`/call-history/${call}`}>a call</Link>. It keeps the caller's words and
              stays in your organization.
            </>
          )
        }
        action={
          name !== null && (
            <OrganizationForm id={run} action={list}>
              <input type="hidden" name="test" value={id} />
              <Button type="submit" name="do" value="play" variant="go" icon={<Play />} disabled={isBusy}>
                Run
              </Button>
            </OrganizationForm>
          )
        }
      />
      {columns.length > 0 && <TestColumns columns={columns} />}
      <OrganizationForm id="agent-test" className="grid gap-4.5 md:gap-6">
        {/* The return key presses a form's first button: it must be the one that saves. */}
        <button type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save
        </button>
        <FormErrors id={errorsId} errors={answer?.errors} />
        <Panel title="The call">
          <div className="grid gap-4">
            <div className="grid gap-4 md:grid-cols-3">
              <TextField of={of("name")} label="Test name" autoComplete="off" />
              <TextField
                of={of("now")}
                label="Day and time"
                hint="In your time zone, like 2026-12-03T10:00."
                autoComplete="off"
              />
              <TextField
                of={of("from")}
                label="Caller's number"
                hint="Leave empty for a withheld number."
                autoComplete="off"
              />
            </div>
            <TextareaField
              of={of("appointments")}
              label="Appointments the caller has"
              hint="One a line: 2026-12-03 10:00, 30, Cleaning, Dana Reyes"
              rows={1}
            />
          </div>
        </Panel>
        <Panel title="What the caller says">
          <div className="grid gap-5">
            <p className="text-ink-3 text-meta">
              For a silence, enter seconds. To interrupt, enter the seconds and the words: “1.5: Wait”. Empty
              lines are left out.
            </p>
            <fieldset className="grid gap-3">
              <legend className="mb-1.5 font-strong text-control">Greeting</legend>
              <ExpectedInTurn of={of} turn={0} />
            </fieldset>
            {lines.map((line) => (
              <TurnRow key={line} of={of} line={line} />
            ))}
            <input type="hidden" name="lines" value={lines.length + 3} />
            <div>
              <Button type="submit" name="do" value="more">
                More lines
              </Button>
            </div>
          </div>
        </Panel>
        <Panel title="What has to come of it">
          <ExpectedAtEnd of={of} fields={fields} />
        </Panel>
        {values.kept !== undefined && <input type="hidden" name="kept" value={values.kept} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            name="do"
            value="save"
            variant={name === null ? "go" : "plain"}
            icon={<Save />}
            disabled={isBusy}
          >
            Save test
          </Button>
          {name !== null && (
            <ConfirmDialog
              form={other}
              name="do"
              value="delete"
              label="Delete"
              title={`Delete ${name}?`}
              sentence="The test and its results are deleted for good."
              confirm={`Delete ${name}`}
            />
          )}
        </div>
      </OrganizationForm>
      <OrganizationForm id={other} />
    </Page>
  );
}
