/** The sections of /settings as one: which differ from what is saved, saving them together, and discarding them. */
import type { SubmissionResult } from "@conform-to/react";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { useOrganizationId } from "#app/membership/organization-form.tsx";
import { type SettingsSection, sectionOf, sectionTitles, settingsSections } from "./settings-sections.ts";

export type Results = Partial<Record<SettingsSection, SubmissionResult<string[]>>>;

interface Sections {
  readonly results: Results;
  /** How often a section was drawn anew: the key of its form. */
  readonly rounds: Partial<Record<SettingsSection, number>>;
  /** Call it after anything that may have changed a form. */
  readonly look: () => void;
  /** A form was drawn: what it holds now is what is saved, unless it came back with a refusal. */
  readonly drawn: (section: SettingsSection, isRefused: boolean) => void;
  readonly save: () => void;
}

const Context = createContext<Sections | null>(null);
export const SectionsProvider = Context.Provider;

/** Inside `SectionsProvider`. */
export function useSections(): Sections {
  const found = useContext(Context);
  if (!found) throw new Error("A section of the settings stands outside of their page.");
  return found;
}

export const formIdOf = (section: SettingsSection): string => `settings-${section}`;

/** Fields that a form has besides its settings. */
const passing = new Set(["organization_id", "intent"]);

const formOf = (section: SettingsSection): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>(`#${formIdOf(section)}`);
const fieldsOf = (form: HTMLFormElement) => [...new FormData(form)].filter(([name]) => !passing.has(name));
const contentOf = (section: SettingsSection): string | null => {
  const form = formOf(section);
  return form && JSON.stringify(fieldsOf(form));
};

/** Shows a wrong field of a form, with its label and what is said about it. */
function showWrong(form: Element | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.closest("section");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "nearest" });
}

/** The focus returns to the field that had it, or else to the section, when its form was drawn anew. */
function refocus(id: string, section: SettingsSection | undefined): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const place = section && formOf(section)?.closest("section");
  const target = document.getElementById(id) ?? place;
  target?.focus({ preventScroll: true });
}

type Posted = Partial<Record<SettingsSection, string | null>>;

/**
 * @param loaded the loader's data; new data that says what was done means that the last post was saved
 * @param results the answer to the last post, if it was refused
 */
export function useUnsavedSections(loaded: { readonly done: string | null }, results: Results | undefined) {
  const submit = useSubmit();
  const organization_id = useOrganizationId();
  const navigation = useNavigation();
  const isSaving = navigation.formData?.get("intent") === "save";
  const saved = useRef(new Map<SettingsSection, string | null>());
  const posted = useRef<Posted | null>(null);
  /** What had the focus when sections were drawn anew, and the first of them. */
  const focused = useRef<{ id: string; section: SettingsSection | undefined } | null>(null);
  const [changed, setChanged] = useState<readonly SettingsSection[]>([]);
  const [rounds, setRounds] = useState<Sections["rounds"]>({});
  /** Sections whose refusal holds no longer, because they were changed or discarded since. */
  const [mended, setMended] = useState<{ of: Results | undefined; sections: readonly SettingsSection[] }>();
  const mendedNow = mended?.of === results ? (mended?.sections ?? []) : [];

  const look = useCallback(() => {
    const isChanged = (section: SettingsSection) =>
      saved.current.has(section) && contentOf(section) !== saved.current.get(section);
    setChanged(settingsSections.filter(isChanged));
  }, []);
  const drawn = useCallback(
    (section: SettingsSection, isRefused: boolean) => {
      saved.current.set(section, isRefused ? null : contentOf(section));
      look();
    },
    [look],
  );
  const drawAnew = useCallback((sections: readonly SettingsSection[]) => {
    focused.current = { id: document.activeElement?.id ?? "", section: sections[0] };
    setRounds((before) => ({
      ...before,
      ...Object.fromEntries(sections.map((section) => [section, (before[section] ?? 0) + 1])),
    }));
  }, []);
  // The forms have been drawn anew, and the bar may be gone.
  useEffect(() => {
    if (focused.current) refocus(focused.current.id, focused.current.section);
    focused.current = null;
  });

  const save = useCallback(() => {
    const sections = settingsSections.filter((section) => {
      const isKnown = saved.current.has(section);
      return isKnown && contentOf(section) !== saved.current.get(section);
    });
    if (sections.length === 0) return;
    const form = new FormData();
    form.set("organization_id", organization_id);
    form.set("intent", "save");
    for (const section of sections) {
      form.append("changed", section);
      const own = formOf(section);
      for (const [name, value] of own ? fieldsOf(own) : []) form.append(name, value);
    }
    posted.current = Object.fromEntries(sections.map((section) => [section, contentOf(section)]));
    submit(form, { method: "post", preventScrollReset: true });
  }, [submit, organization_id]);

  const discard = () => {
    setMended({ of: results, sections: settingsSections });
    for (const section of changed) saved.current.delete(section);
    setChanged([]);
    drawAnew(changed);
  };

  // What was saved is drawn again as the server keeps it; what was typed meanwhile stays, and stays unsaved.
  useEffect(() => {
    const sent = posted.current;
    if (!sent || loaded.done === null) return;
    posted.current = null;
    const sections = settingsSections.filter((section) => section in sent);
    const quiet = sections.filter((section) => contentOf(section) === sent[section]);
    for (const section of sections) saved.current.set(section, sent[section] ?? null);
    look();
    drawAnew(quiet);
  }, [loaded, look, drawAnew]);

  // Without an answer that says so, nothing was saved.
  useEffect(() => {
    if (navigation.state === "idle") posted.current = null;
  }, [navigation.state]);

  // The forms have each focused their first wrong field; the first of the page is the one to begin with.
  useEffect(() => {
    if (!results) return;
    const first = settingsSections.find((section) => results[section]);
    const frame = requestAnimationFrame(() => showWrong(first ? formOf(first) : null));
    return () => cancelAnimationFrame(frame);
  }, [results]);

  /** Changes in one of the forms, by their events. */
  const onInput = ({ target }: { readonly target: EventTarget }) => {
    const form = target instanceof Element ? target.closest("form") : null;
    const section = sectionOf(form?.id.replace(/^settings-/, ""));
    if (section && results?.[section] && !mendedNow.includes(section))
      setMended({ of: results, sections: [...mendedNow, section] });
    look();
  };

  const problems = settingsSections.flatMap((section) => {
    if (mendedNow.includes(section)) return [];
    const said = Object.values(results?.[section]?.error ?? {}).flatMap((words) => words ?? []);
    return [...new Set(said)].map((words) => ({
      section,
      words: `${sectionTitles[section]}: ${words}`,
      onGo: () => showWrong(formOf(section)),
    }));
  });
  return { changed, problems, isSaving, results: results ?? {}, rounds, look, drawn, save, discard, onInput };
}
