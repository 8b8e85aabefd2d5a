/** What the page of screening lists shows, and the answers of its forms. */
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { counted, exactTime, longDate } from "#app/platform/format.ts";
import { isRegisterOld, type ScreeningKind } from "./screening.schema.ts";
import { addScreeningList, removeScreeningList } from "./screening-verbs.server.ts";

const kindWords: Readonly<Record<ScreeningKind, string>> = {
  national: "National do-not-call register",
  litigator: "People who sue callers",
  other: "Other numbers not to call",
  line_types: "Line types only; bars no one",
};

export async function screeningPage({ store, organization, may }: Member) {
  const { timeZone, locale } = organization;
  const place = { timeZone, locale };
  const now = Date.now();
  const lists = await store.screening.list();
  return {
    lists: lists.map(({ id, name, kind, numbers, created_by_name, updated_at }) => ({
      id,
      name,
      kind: kindWords[kind],
      // A register changes: a copy that is older says nothing of who has joined it since.
      isOld: kind === "national" && isRegisterOld(updated_at, now),
      numbers: counted(numbers, "number", "numbers", locale),
      by: created_by_name,
      when: longDate(updated_at, now, place),
      exactly: exactTime(updated_at, place),
    })),
    kinds: Object.entries(kindWords).map(([value, label]) => ({ value, label })),
    canManage: may("campaigns.manage"),
    locale,
  };
}

type Said = {
  status: number;
  isGood: boolean;
  message: string | null;
  typed: { name: string; kind: string };
  errors: Readonly<Record<string, string[]>>;
};

const untyped = { name: "", kind: "national" };
const good = (message: string): Said => ({ status: 200, isGood: true, message, typed: untyped, errors: {} });

const refusals = {
  no_numbers: "No phone numbers were found in the file. Put one in each line, with its country code.",
  too_many: "A list has at most 1,000,000 numbers. Divide the file, and upload each part as a list.",
} as const;

async function added(member: Member, posted: FormData): Promise<Said> {
  const file = posted.get("file");
  const typed = { name: String(posted.get("name") ?? ""), kind: String(posted.get("kind") ?? "") };
  const refuse = (errors: Said["errors"]): Said => ({
    status: 422,
    isGood: false,
    message: null,
    typed,
    errors,
  });
  if (!(file instanceof File) || file.size === 0) return refuse({ file: ["Choose a file"] });
  const input = addScreeningList.input.safeParse({ ...typed, text: await file.text() });
  if (!input.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of input.error.issues) errors[String(path[0] ?? "")] = [message];
    return refuse(errors);
  }
  const answer = await addScreeningList(member, input.data);
  if (!answer.ok) return refuse({ file: [refusals[answer.reason]] });
  const { locale } = member.organization;
  const left =
    answer.skipped === 0 ? "" : ` ${counted(answer.skipped, "line", "lines", locale)} had no number.`;
  return good(`Uploaded ${counted(answer.numbers, "number", "numbers", locale)}.${left}`);
}

/** POST /campaigns/screening. @param posted null: it was larger than a form may be */
export async function answerScreening(member: Member, posted: FormData | null): Promise<Said> {
  if (posted === null)
    return {
      ...good(""),
      status: 413,
      isGood: false,
      message: null,
      errors: {
        file: ["The file is larger than 20 MB. Divide it, and upload each part as a list."],
      },
    };
  if (posted.get("do") === "add") return added(member, posted);
  if (posted.get("do") !== "remove") throw faultResponse("bad_request");
  const input = removeScreeningList.input.safeParse({ id: posted.get("id") });
  if (!input.success) throw faultResponse("bad_request");
  const removed = await removeScreeningList(member, input.data);
  return removed.ok
    ? good("Deleted. Its numbers aren't screened any more.")
    : { ...good("This list doesn't exist any more."), status: 404, isGood: false };
}
