/** The table of an agent's fields: what follows from a line of it, and what a trip through the editor's form keeps. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { z } from "zod";
import { type AgentFormValues, conversions, draftSchema, formFrom } from "#app/agents/agent-draft.ts";
import { agentForm } from "#app/agents/agent-form.schema.ts";
import { editorFields } from "#app/agents/agent-post.ts";
import { specFor } from "#app/agents/agent-templates.ts";
import { agentSpec, fieldShapes } from "#app/agents/agents.schema.ts";
import { agentFields, editorParts } from "#app/agents/fields/agent-fields.schema.ts";
import { type FieldTable, placeOfName } from "#app/agents/fields/field-table.schema.ts";
import { formValues, specOf, withKept } from "#app/agents/fields/field-values.ts";
import { specShape } from "#app/agents/fields/simple-shapes.schema.ts";
import { PartFields } from "#app/agents/part-fields.tsx";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import { agentArbitrary } from "./agent-arbitrary.ts";

const dialling = { country: "US", reach: "abroad" } as const;

/** What a browser posts of a form with these values. */
function postOf(values: unknown, name = "", post = new FormData()): FormData {
  if (typeof values === "string") post.append(name, values);
  else if (Array.isArray(values))
    for (const [row, value] of values.entries()) postOf(value, `${name}[${row}]`, post);
  else
    for (const [part, value] of Object.entries(values ?? {}))
      postOf(value, name === "" ? part : `${name}.${part}`, post);
  return post;
}

const more = {
  ...agentFields,
  motto: {
    control: "text",
    place: "voice.name",
    label: "Motto",
    hint: "Said at the end.",
    most: 10,
    missing: "Enter a motto",
    default: "Be kind",
  },
  "actions.whisper": { control: "switch", place: "actions.notes", label: "Whisper", default: false },
  patience_seconds: {
    control: "number",
    place: "advanced.limits",
    posted: "patience_minutes",
    label: "Patience",
    least: 1,
    most: 5,
    unit: 60,
    default: 120,
  },
  mood: {
    control: "choice",
    place: "conversation.unknown",
    label: "Mood",
    choices: [
      { value: "calm", label: "Calm" },
      { value: "glad", label: "Glad" },
    ],
    default: "calm",
  },
} as const satisfies FieldTable;

const moreSpec = z.object(specShape(more, fieldShapes));
const old = specFor("appointment_booking");

function Editor({
  table,
  values,
  error,
}: {
  table: FieldTable;
  values: AgentFormValues;
  error?: SubmissionResult["error"];
}) {
  const [form, fields] = useForm<AgentFormValues>({
    defaultValue: values,
    lastResult: error ? { status: "error", error } : null,
  });
  return (
    <TooltipProvider>
      {editorParts.map((part) => (
        <article key={part.id} id={part.id}>
          <PartFields
            part={part}
            table={table}
            form={form}
            fields={fields}
            begun={null}
            otherAddress={null}
            voices={[]}
            people={[]}
          />
        </article>
      ))}
    </TooltipProvider>
  );
}

function shown(editor: React.ReactNode): string {
  const Routes = createRoutesStub([{ path: "*", Component: () => editor }]);
  return renderToStaticMarkup(<Routes />);
}

it("a line of the table is all that a text, a switch, a number or a choice needs", () => {
  const spec = moreSpec.parse(old);
  expect(spec).toMatchObject({
    motto: "Be kind",
    patience_seconds: 120,
    mood: "calm",
    actions: { whisper: false },
  });
  const values = formValues(more, spec, conversions);
  expect(values).toMatchObject({ motto: "Be kind", patience_minutes: "2", mood: "calm", whisper: "" });
  const typed = { ...values, motto: "Be quick", patience_minutes: "5", mood: "glad", whisper: "on" };
  const posted = editorFields(postOf(typed), more);
  const submission = parseWithZod(posted, { schema: agentForm(dialling, more) });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  const saved = withKept(more, moreSpec.parse(specOf(more, submission.value)), spec);
  expect(saved).toEqual({
    ...spec,
    motto: "Be quick",
    patience_seconds: 300,
    mood: "glad",
    actions: { ...spec.actions, whisper: true },
  });
});

it("a field of the table is refused at its place and shown there", () => {
  const values = formValues(more, moreSpec.parse(old), conversions);
  const typed = { ...values, motto: "", patience_minutes: "6", mood: "sad", whisper: "maybe" };
  const { error } = parseWithZod(editorFields(postOf(typed), more), {
    schema: agentForm(dialling, more),
  }).reply();
  expect(error).toEqual({
    motto: ["Enter a motto"],
    patience_minutes: ["At most 5"],
    mood: ["Choose one from the list"],
    whisper: ["Check this or leave it unchecked"],
  });
  const places = Object.keys(error ?? {}).map((name) => [name, placeOfName(more, name)]);
  expect(Object.fromEntries(places)).toEqual({
    motto: "voice.name",
    patience_minutes: "advanced.limits",
    mood: "conversation.unknown",
    whisper: "actions.notes",
  });
  const html = shown(<Editor table={more} values={values} error={error} />);
  const partWith = (name: string) =>
    html
      .split("<article ")
      .find((part) => part.includes(`name="${name}"`))
      ?.match(/id="(\w+)"/)?.[1];
  expect(["motto", "whisper", "patience_minutes", "mood"].map(partWith)).toEqual([
    "voice",
    "actions",
    "advanced",
    "conversation",
  ]);
  for (const words of ["Motto", "Enter a motto", "Whisper", "Patience", "At most 5", "Mood", "Glad"])
    expect(html).toContain(words);
  expect(shown(<Editor table={agentFields} values={formFrom(old)} />)).not.toContain("Motto");
});

it("a field of the table may be posted, and one that is not in it may not", () => {
  const post = () => {
    const posted = new FormData();
    for (const name of [
      "motto",
      "whisper",
      "patience_minutes",
      "patience_seconds",
      "mood",
      "model",
      "tools[0].url",
    ])
      posted.set(name, "x");
    return posted;
  };
  expect([...editorFields(post(), more).keys()]).toEqual(["motto", "whisper", "patience_minutes", "mood"]);
  expect([...editorFields(post()).keys()]).toEqual([]);
});

it("an agent is the same after a trip through its form", () => {
  fc.assert(
    fc.property(agentArbitrary, (spec) => {
      expect(agentSpec.parse(spec)).toEqual(spec);
      const posted = postOf(formFrom(spec));
      const fields = editorFields(posted);
      // Everything that the form has may be posted.
      expect([...fields.keys()]).toEqual([...posted.keys()]);
      const submission = parseWithZod(fields, { schema: draftSchema(dialling) });
      if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
      expect(withKept(agentFields, submission.value, spec)).toEqual(spec);
    }),
    { numRuns: 300 },
  );
});
