// What a number is, and how it is given up.
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { releaseWords } from "#app/telephony/number-words.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";

export interface AboutNumberProps {
  readonly number: {
    readonly shown: string;
    readonly carrier: string;
    /** The name of the own account that holds it; null: the platform's. */
    readonly account: string | null;
    readonly since: string;
    readonly price: string | null;
    readonly isActive: boolean;
    /** Whether it stays the organization's when it leaves here. */
    readonly staysThere: boolean;
  };
  readonly canWrite: boolean;
}

const leaves =
  "Calls to it will no longer come here. The number stays in your account at the carrier, and you can import it again. Your call history is kept.";

export function AboutNumber({ number, canWrite }: AboutNumberProps) {
  const { shown, carrier, account, since, price, isActive, staysThere } = number;
  const carried = account === null ? carrier : `${carrier}, ${account}`;
  return (
    <Panel title="About this number">
      <div className="grid gap-4">
        <Facts
          facts={[
            ["Number", shown],
            ["Carrier", carried],
            ["Here since", since],
            ...(canWrite && isActive
              ? ([["Caller name, text registration", "“Check this number” asks the carrier"]] as const)
              : []),
            ...(price === null ? [] : ([["Price", price]] as const)),
          ]}
        />
        {canWrite && isActive && (
          <OrganizationForm id="release" className="flex justify-end">
            <ConfirmDialog
              form="release"
              name="do"
              value="release"
              label="Release"
              title={`Release ${shown}?`}
              sentence={staysThere ? leaves : releaseWords(price)}
              confirm={`Release ${shown}`}
            />
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}
