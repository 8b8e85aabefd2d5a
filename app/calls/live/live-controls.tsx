// What a member can do to a call that runs: whisper to its agent, speak, hand over, end.
import { useFetcher } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { SteerPerson } from "./steer-people.ts";

export interface LiveControlsProps {
  readonly call: string;
  /** Whether the call is on a phone, which can be handed over to another phone. */
  readonly isPhone: boolean;
  /** Of the transfer list. */
  readonly people: readonly SteerPerson[];
  /** Whether the agent has a language model, which can follow a whispered hint. */
  readonly takesHints: boolean;
  /** Who is being called for the caller; null: the agent has the call. */
  readonly calledNow: string | null;
}

export default function LiveControls({ call, isPhone, people, takesHints, calledNow }: LiveControlsProps) {
  const fetcher = useFetcher<{ isGood: boolean; message: string }>();
  const answer = fetcher.data;
  const form = { fetcher, action: `/call-history/${call}/steer`, className: "grid gap-2.5 print:hidden" };
  const isBusy = fetcher.state !== "idle";
  const isAway = isBusy || calledNow !== null;
  return (
    <Panel title="Step in" className="scriptless:hidden">
      <div className="grid gap-4.5">
        {calledNow !== null && (
          <p className="text-ink-2">
            The agent is calling {calledNow} for the caller. Until that is over, you can only end the call.
          </p>
        )}
        <OrganizationForm {...form}>
          <TextField of={{ name: "text", required: true }} label="Words for this call" maxLength={500} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="do" value="say" disabled={isAway}>
              Say it now
            </Button>
            <Button type="submit" name="do" value="whisper" variant="quiet" disabled={isAway || !takesHints}>
              Whisper to the agent
            </Button>
          </div>
          {!takesHints && (
            <p className="text-ink-3 text-meta">
              This agent answers without a language model, so it can't follow a whispered hint. Say it
              instead.
            </p>
          )}
        </OrganizationForm>
        {isPhone && (
          <OrganizationForm {...form}>
            {people.length > 0 && (
              <SelectField
                of={{ name: "person" }}
                label="To a person from call transfer"
                none="Someone else, by number"
                choices={people}
              />
            )}
            <TextField
              of={{ name: "number", required: people.length === 0 }}
              label={people.length > 0 ? "Or a phone number" : "Phone number"}
              type="tel"
              maxLength={60}
              autoComplete="tel"
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="do" value="take_over" disabled={isAway}>
                Take over by phone
              </Button>
              <Button type="submit" name="do" value="transfer" variant="quiet" disabled={isAway}>
                Transfer
              </Button>
            </div>
          </OrganizationForm>
        )}
        <OrganizationForm {...form}>
          <Button
            type="submit"
            name="do"
            value="end"
            variant="danger"
            disabled={isBusy}
            className="justify-self-start"
          >
            End the call
          </Button>
        </OrganizationForm>
        <p role="status" className={answer?.isGood === false ? "text-bad" : "text-ink-2 empty:hidden"}>
          {answer?.message}
        </p>
      </div>
    </Panel>
  );
}
