// The first steps' question for the person's name: optional, and gone for good when it is answered or skipped.
import { UserRound } from "lucide-react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";

/** Its form is the profile's, which returns here. */
export function NameStep() {
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-3 px-4.5 py-4">
      <span className="inset-ring inset-ring-line grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
        <UserRound />
      </span>
      <div className="grid min-w-56 flex-1 gap-3">
        <div>
          <h3>What should we call you?</h3>
          <p className="max-w-[60ch] text-ink-2">
            Your team sees your name, and so do people you invite. You can change it in your profile.
          </p>
        </div>
        <Form method="post" action="/profile" className="flex flex-wrap items-end gap-2">
          <input type="hidden" name="from" value="dashboard" />
          <TextField
            of={{ name: "name" }}
            label="Your name"
            labelHidden
            placeholder="Your name"
            autoComplete="name"
            className="min-w-44 max-w-70 flex-1"
          />
          <Button type="submit" name="intent" value="name">
            Save name
          </Button>
          <Button type="submit" name="intent" value="name-later" variant="quiet">
            Skip
          </Button>
        </Form>
      </div>
    </li>
  );
}
