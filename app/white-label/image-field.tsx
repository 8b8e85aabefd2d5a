/** An image of the brand: how it looks by day and by night, and the buttons that upload another or remove it. */
import { Upload } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useState } from "react";
import { useFetcher } from "react-router";
import { useOrganizationId } from "#app/membership/organization-form.tsx";
import { useAnswer } from "#app/platform/use-answer.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { FieldNote } from "#app/ui/field.tsx";
import type { ImageField as Name } from "./brand-fields.schema.ts";
import { mostImageBytes } from "./image-limits.ts";
import { type ImageAnswer, refusalWords } from "./image-words.ts";

const accepted = "image/png,image/jpeg,image/webp,image/x-icon,image/vnd.microsoft.icon,.ico,image/svg+xml";
const uploads = "/white-label/images";
const formId = (field: Name) => `upload-${field}`;

export interface ImageFieldProps {
  readonly field: Name;
  readonly label: string;
  readonly hint: string;
  /** The address of the image in the form; "" for none. */
  readonly path: string;
  /** The image that shows while there is none. */
  readonly fallback: string | undefined;
  readonly errors: readonly string[] | undefined;
  readonly onPath: (field: Name, path: string) => void;
}

/** An SVG is drawn as a PNG here: the server takes no SVG. Null: the browser cannot draw it. */
async function uploadable(file: File): Promise<Blob | null> {
  if (file.type !== "image/svg+xml" && !/\.svg$/i.test(file.name)) return file;
  const { pngOfSvg } = await import("./svg-image.ts");
  return pngOfSvg(file);
}

export function ImageField({ field, label, hint, path, fallback, errors = [], onPath }: ImageFieldProps) {
  const id = useId();
  const fetcher = useFetcher<ImageAnswer>();
  const organizationId = useOrganizationId();
  const [fault, setFault] = useState<string | null>(null);
  // From the choice of the file on: an SVG is drawn before it is sent.
  const [isSending, setSending] = useState(false);
  const answer = useAnswer(fetcher);
  useEffect(() => {
    if (!answer) return;
    setFault(answer.error);
    if (answer.path !== null) onPath(field, answer.path);
  }, [answer, field, onPath]);

  const choose = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    // Without it, choosing the same file again would be no change.
    input.value = "";
    if (!file) return;
    setFault(null);
    setSending(true);
    try {
      await send(file);
    } finally {
      setSending(false);
    }
  };

  const send = async (file: File) => {
    const image = await uploadable(file);
    if (image === null) return setFault(refusalWords("unreadable", field));
    if (image.size > mostImageBytes) return setFault(refusalWords("too_large", field));
    const form = new FormData();
    form.set("organization_id", organizationId);
    form.set("field", field);
    form.set("file", image, file.name);
    await fetcher.submit(form, { method: "post", action: uploads, encType: "multipart/form-data" });
  };

  const said = fault === null ? errors : [fault];
  const isBusy = isSending || fetcher.state !== "idle";
  const shown = path || fallback;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-control">{label}</legend>
      <input type="hidden" name={field} value={path} />
      <div className="flex flex-wrap items-center gap-3">
        <Grounds path={shown} isShare={field === "share_image_url"} />
        <div className="flex flex-wrap gap-2">
          <label
            className={buttonClass(
              {},
              cx(
                "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand-text has-focus-visible:outline-offset-1",
                isBusy && "pointer-events-none opacity-70",
              ),
            )}
          >
            <Upload />
            {isBusy ? "Uploading" : path === "" ? "Upload" : "Replace"}
            <input
              type="file"
              name="file"
              form={formId(field)}
              accept={accepted}
              onChange={choose}
              aria-label={`Upload ${label.toLowerCase()}`}
              aria-describedby={said.length > 0 ? `${id}-error` : `${id}-hint`}
              className="sr-only scriptless:not-sr-only"
            />
          </label>
          <span className="hidden scriptless:block">
            <Button type="submit" form={formId(field)}>
              Upload
            </Button>
          </span>
          {path !== "" && (
            <Button
              type="submit"
              name="clear"
              value={field}
              variant="quiet"
              // Otherwise the upload's answer would bring back an image after it was removed.
              disabled={isBusy}
              onClick={(event) => {
                event.preventDefault();
                onPath(field, "");
              }}
            >
              Remove<span className="sr-only"> {label.toLowerCase()}</span>
            </Button>
          )}
        </div>
      </div>
      <div aria-live="polite">
        <FieldNote
          errors={said}
          errorId={`${id}-error`}
          hintId={`${id}-hint`}
          hint={`${hint} PNG, JPEG, WebP, ICO or SVG, up to 1 MB.`}
        />
      </div>
    </fieldset>
  );
}

/** The image on the light and on the dark surface. */
function Grounds({ path, isShare }: { readonly path: string | undefined; readonly isShare: boolean }) {
  if (isShare)
    return (
      <span className="grid h-21 w-40 place-items-center overflow-clip rounded-md border bg-sunken text-ink-3 text-meta">
        {path ? <img src={path} alt="" className="size-full object-cover" /> : "None"}
      </span>
    );
  return (
    <span aria-hidden="true" className="flex overflow-clip rounded-md border">
      {(["light", "dark"] as const).map((theme) => (
        <span
          key={theme}
          data-theme={theme}
          className="themed grid h-14 w-20 place-items-center bg-surface p-2 text-ink-3 text-meta"
        >
          {path ? <img src={path} alt="" className="max-h-10 max-w-16 object-contain" /> : "None"}
        </span>
      ))}
    </span>
  );
}

interface UploadFormsProps {
  readonly organizationId: string;
  readonly fields: readonly Name[];
}

/** The forms that upload without scripts: a form cannot be inside another. */
export const UploadForms = ({ organizationId, fields }: UploadFormsProps) => (
  <div hidden>
    {fields.map((field) => (
      <form key={field} id={formId(field)} method="post" action={uploads} encType="multipart/form-data">
        <input type="hidden" name="organization_id" value={organizationId} />
        <input type="hidden" name="field" value={field} />
        <input type="hidden" name="page" value="1" />
      </form>
    ))}
  </div>
);
