// The numbers that an account holds at its carrier: brought here one by one, or all.
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Refusal } from "#app/telephony/refusal.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

interface NumberView {
  readonly phone_number: string;
  readonly shown: string;
  readonly label: string | null;
  readonly target: string | null;
  readonly trouble: string | null;
  readonly state: "free" | "mine" | "others";
}

export interface ImportNumbersProps {
  readonly id: string;
  readonly carrier: string;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly canImport: boolean;
  /** Null: the carrier was not asked. */
  readonly there:
    | { readonly ok: true; readonly numbers: readonly NumberView[]; readonly hasMore: boolean }
    | { readonly ok: false; readonly why: string; readonly exact: string | null }
    | null;
  readonly imported: { readonly done: number; readonly stopped: string | null } | null;
  readonly error: string | null;
}

export function ImportNumbers(props: ImportNumbersProps) {
  const { id, carrier, agents, canImport, there, imported, error } = props;
  const show = `/twilio-settings/${id}?numbers=all`;
  const free = there?.ok ? there.numbers.filter(({ state }) => state === "free") : [];
  const { formData } = useNavigation();
  return (
    <Panel
      title={`Numbers at ${carrier}`}
      id="numbers"
      flush
      aside={
        <ButtonLink to={show} size="sm" preventScrollReset>
          {there === null ? "Show numbers" : "Look again"}
        </ButtonLink>
      }
    >
      <div className="grid gap-3 px-4.5 empty:hidden [&:not(:empty)]:py-3">
        {imported !== null && (
          <p role="status" className={imported.stopped === null ? "text-good" : "text-bad"}>
            {importedWords(imported)}
          </p>
        )}
        <Refusal words={error} exact={null} />
        {there?.ok === false && <Refusal words={there.why} exact={there.exact} />}
        {canImport && free.length > 0 && (
          <OrganizationForm action={show} preventScrollReset className="flex flex-wrap items-end gap-3">
            <SelectField
              of={{ name: "agent", id: "agent-of-all" }}
              label="Answered by"
              none="No agent yet"
              choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
              className="min-w-52 flex-1"
            />
            <Button
              type="submit"
              name="do"
              value="import_all"
              size="field"
              pending={formData?.get("do") === "import_all"}
            >
              {free.length === 1 ? "Import it" : `Import all ${free.length}`}
            </Button>
          </OrganizationForm>
        )}
      </div>
      {there === null ? (
        <p className="px-4.5 pb-4 text-ink-2">
          {canImport
            ? `We ask ${carrier} which numbers the account has. An imported number's calls come here; ${carrier} goes on charging you for it.`
            : `We ask ${carrier} which numbers the account has.`}
        </p>
      ) : (
        there.ok && <Numbers {...props} numbers={there.numbers} hasMore={there.hasMore} />
      )}
    </Panel>
  );
}

function importedWords({
  done,
  stopped,
}: {
  readonly done: number;
  readonly stopped: string | null;
}): string {
  const brought =
    done === 0
      ? "No number was imported."
      : done === 1
        ? "1 number is here now."
        : `${done} numbers are here now.`;
  return stopped === null ? brought : `${brought} ${stopped}`;
}

function Numbers({
  id,
  carrier,
  canImport,
  numbers,
  hasMore,
}: Pick<ImportNumbersProps, "id" | "carrier" | "canImport"> & {
  readonly numbers: readonly NumberView[];
  readonly hasMore: boolean;
}) {
  const { formData } = useNavigation();
  if (numbers.length === 0)
    return <p className="px-4.5 pb-4 text-ink-2">{`The account has no numbers at ${carrier}.`}</p>;
  return (
    <div className="border-t">
      <Rows label={`Numbers at ${carrier}`}>
        {numbers.map(({ phone_number, shown, label, target, trouble, state }) => (
          <Row
            key={phone_number}
            title={shown}
            aside={
              trouble !== null ? (
                <Tag tone="bad">{trouble}</Tag>
              ) : state === "mine" ? (
                <Tag tone="good">Here</Tag>
              ) : state === "others" ? (
                <Tag tone="warn">In another organization</Tag>
              ) : undefined
            }
            note={[
              label,
              state === "free" && (target === null ? "Its calls go nowhere" : `Its calls go to ${target}`),
            ]
              .filter(Boolean)
              .join(" · ")}
            action={
              canImport &&
              state !== "mine" && (
                <OrganizationForm action={`/twilio-settings/${id}?numbers=all`} preventScrollReset>
                  <input type="hidden" name="number" value={phone_number} />
                  <Button
                    type="submit"
                    name="do"
                    value="import"
                    size="sm"
                    pending={formData?.get("do") === "import" && formData.get("number") === phone_number}
                    aria-label={`Import ${shown}`}
                  >
                    Import
                  </Button>
                </OrganizationForm>
              )
            }
          />
        ))}
      </Rows>
      {hasMore && (
        <p className="border-t px-4.5 py-3 text-ink-2">
          {`The account has more numbers. These are the first ${numbers.length}; import some and look again.`}
        </p>
      )}
    </div>
  );
}
