/** The catalogue as the page shows it: filtered, favorites first, with who uses each voice. */
import { catalogue, type ListedVoice, languageOf, listedByKey } from "./catalogue.ts";
import type { VoiceFilter } from "./voice-filter.schema.ts";
import {
  accentWords,
  choiceLabel,
  costWords,
  genderWords,
  groupLabel,
  languageWords,
  makerOf,
} from "./voice-words.ts";

export type VoiceUser = { id: string; name: string; key: string };

export type VoiceRow = {
  key: string;
  name: string;
  /** The name with what tells it from others of that name: "Kore, United States, Google Chirp 3 HD". */
  fullName: string;
  /** "Female, breezy". */
  character: string;
  /** "English, United Kingdom". */
  speaks: string;
  maker: string;
  cost: string;
  locale: string;
  gender: ListedVoice["gender"];
  isFavorite: boolean;
  agents: { id: string; name: string }[];
};

export type Choice = { value: string; label: string };
/** A choice under the name of its group. */
export type GroupedChoice = Choice & { group: string };

const searched = (one: ListedVoice): string =>
  [one.name, one.style, one.gender, makerOf(one), accentWords(one.locale), one.voice.id]
    .join(" ")
    .toLowerCase();

type Chosen = { readonly favorites: readonly string[]; readonly users: readonly VoiceUser[] };

/** The voices that a filter lets through. */
export function voiceRows(filter: VoiceFilter, { favorites, users }: Chosen): VoiceRow[] {
  const words = filter.q.toLowerCase().split(/\s+/).filter(Boolean);
  const isFavorite = ({ key }: ListedVoice) => favorites.includes(key);
  const agentsOf = ({ key }: ListedVoice) => users.filter((user) => user.key === key);
  const found = catalogue.filter(
    (one) =>
      (filter.language === "all" || languageOf(one.locale) === filter.language) &&
      (filter.accent === "" || one.locale.slice(3) === filter.accent) &&
      (filter.gender === "" || one.gender === filter.gender) &&
      (filter.provider === "" || one.voice.provider === filter.provider) &&
      (filter.only !== "favorites" || isFavorite(one)) &&
      (filter.only !== "used" || agentsOf(one).length > 0) &&
      words.every((word) => searched(one).includes(word)),
  );
  return [...found.filter(isFavorite), ...found.filter((one) => !isFavorite(one))].map((one) => ({
    key: one.key,
    name: one.name,
    fullName: `${one.name}, ${groupLabel(one)}`,
    character: `${genderWords[one.gender]}, ${one.style}`,
    speaks: `${languageWords(languageOf(one.locale))}, ${accentWords(one.locale)}`,
    maker: makerOf(one),
    cost: costWords[one.cost],
    locale: one.locale,
    gender: one.gender,
    isFavorite: isFavorite(one),
    agents: agentsOf(one).map(({ id, name }) => ({ id, name })),
  }));
}

/** Agents with a voice that is not in the catalogue. */
export const usersOfOthers = (users: readonly VoiceUser[]): VoiceUser[] =>
  users.filter(({ key }) => listedByKey(key) === null);

const choiceOf = (value: string, label: string): Choice => ({ value, label });
const once = (values: readonly string[]): string[] => [...new Set(values)];

export const languageChoices = (): Choice[] => [
  ...once(catalogue.map(({ locale }) => languageOf(locale))).map((language) =>
    choiceOf(language, languageWords(language)),
  ),
  choiceOf("all", "Any language"),
];

/** The accents of a language. */
export const accentChoices = (language: string): Choice[] =>
  once(
    catalogue
      .filter(({ locale }) => language === "all" || languageOf(locale) === language)
      .map(({ locale }) => locale),
  )
    .map((locale) => choiceOf(locale.slice(3), accentWords(locale)))
    .filter(({ value }, place, all) => all.findIndex((one) => one.value === value) === place);

/**
 * The voices of a language in groups, favorites first, for a select.
 * @param language null: of all languages
 * @param current stays among the choices when it is not in the catalogue; "": none
 */
export function voiceChoices(
  language: string | null,
  favorites: readonly string[],
  current: string,
): GroupedChoice[] {
  const voices = catalogue.filter(
    ({ locale }) => language === null || languageOf(locale) === languageOf(language),
  );
  const groups = new Map<string, Choice[]>();
  const add = (label: string, choice: Choice) => groups.set(label, [...(groups.get(label) ?? []), choice]);
  if (current !== "" && !voices.some(({ key }) => key === current))
    add("Current voice", choiceOf(current, listedByKey(current)?.name ?? current));
  for (const one of voices)
    if (favorites.includes(one.key))
      add("Favorites", choiceOf(one.key, `${choiceLabel(one)} (${groupLabel(one)})`));
  for (const one of voices)
    if (!favorites.includes(one.key)) {
      const spoken = language === null ? `${languageWords(languageOf(one.locale))}, ` : "";
      add(`${spoken}${groupLabel(one)}`, choiceOf(one.key, choiceLabel(one)));
    }
  return [...groups].flatMap(([group, choices]) => choices.map((choice) => ({ ...choice, group })));
}
