/** A change of plan before it is confirmed: what is charged now, and what follows. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Preview } from "./change-rules.ts";

type Props = {
  readonly preview: Preview;
  readonly isSending: boolean;
};

export function ChangePreview({ preview, isSending }: Props) {
  const { title, sentence, lines, total, refusal, confirm, fields } = preview;
  return (
    <Panel title={title} id="change" isFocusable>
      <div className="grid max-w-160 gap-4">
        <p className="text-ink-2">{sentence}</p>
        {total !== null && (
          <table className="w-full text-control tabular-nums">
            <caption className="sr-only">What is charged now</caption>
            <tbody className="divide-y border-y">
              {lines.map(({ words, amount }) => (
                <tr key={`${words}${amount}`}>
                  <th scope="row" className="py-2 pr-4 text-left font-normal text-ink-2">
                    {words}
                  </th>
                  <td className="py-2 text-right">{amount}</td>
                </tr>
              ))}
              <tr className="font-semibold">
                <th scope="row" className="py-2.5 pr-4 text-left">
                  Charged now
                </th>
                <td className="py-2.5 text-right">{total}</td>
              </tr>
            </tbody>
          </table>
        )}
        <FormErrors errors={refusal === null ? undefined : [refusal]} />
        <OrganizationForm id="change-plan" className="flex flex-wrap gap-2">
          <input type="hidden" name="price" value={fields.price} />
          <input type="hidden" name="shown" value={fields.shown} />
          <input type="hidden" name="at" value={fields.at} />
          {fields.total !== null && <input type="hidden" name="total" value={fields.total} />}
          {refusal === null && (
            <Button type="submit" name="intent" value="change" variant="go" pending={isSending}>
              {confirm}
            </Button>
          )}
          <ButtonLink to="/subscription">Not now</ButtonLink>
        </OrganizationForm>
      </div>
    </Panel>
  );
}
