/** The fields of an endpoint: its name, its address, and the events that are sent there. */
import { FieldNote } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface EndpointFieldsProps {
  readonly groups: readonly {
    readonly group: string;
    readonly events: readonly { readonly name: string; readonly title: string }[];
  }[];
  readonly values: { readonly name: string; readonly url: string; readonly events: readonly string[] };
  readonly errors: Readonly<Partial<Record<"name" | "url" | "events", readonly string[]>>>;
}

export function EndpointFields({ groups, values, errors }: EndpointFieldsProps) {
  return (
    <>
      <TextField
        of={{ name: "name", initialValue: values.name, errors: errors.name, required: true }}
        label="Name"
        maxLength={60}
        autoComplete="off"
        placeholder="Booking system"
      />
      <TextField
        of={{ name: "url", initialValue: values.url, errors: errors.url, required: true }}
        label="Address"
        type="url"
        maxLength={500}
        autoComplete="off"
        placeholder="https://example.com/webhooks"
        hint="We send a POST request with JSON here."
      />
      <fieldset className="grid min-w-0 gap-3" aria-describedby="events-note">
        <legend className="mb-1.5 font-medium text-control">Events</legend>
        <FieldNote
          errors={errors.events ?? []}
          errorId="events-note"
          hintId="events-hint"
          hint="Choose what we send there."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {groups.map(({ group, events }) => (
            <fieldset key={group} className="grid min-w-0 content-start gap-2">
              <legend className="mb-2 font-strong text-ink-3 text-meta">{group}</legend>
              {events.map(({ name, title }) => (
                <label key={name} className="flex items-start gap-2.5">
                  <input
                    type="checkbox"
                    name="events"
                    value={name}
                    defaultChecked={values.events.includes(name)}
                    className="tick"
                  />
                  <span className="text-control text-ink-2">{title}</span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </fieldset>
    </>
  );
}
