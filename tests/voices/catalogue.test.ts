/** The catalogue as data, what is chosen of it, and the browser's nearest voice. */
import { expect, test } from "vitest";
import { catalogue, firstOf, listedVoice } from "#app/voices/catalogue.ts";
import { voiceIn, voicesOfCall } from "#app/voices/chosen-voice.ts";
import { nearestVoice } from "#app/voices/nearest-voice.ts";
import { voice } from "#app/voices/voice.schema.ts";
import { firstVoice } from "#app/voices/voice-key.ts";
import { pronunciation, voiceSettings } from "#app/voices/voice-settings.schema.ts";

test("every voice is listed once, in the shape that agents keep, with both genders in each locale that agents speak", () => {
  expect(new Set(catalogue.map(({ key }) => key)).size).toBe(catalogue.length);
  for (const one of catalogue) {
    expect(voice.parse(one.voice)).toEqual(one.voice);
    expect(one.locale).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
    // What a carrier's relay takes: the locale stands in Google's ids, the engine in Amazon's, ElevenLabs' are 20 characters.
    const { provider, id } = one.voice;
    if (provider === "google")
      expect(id).toMatch(new RegExp(`^${one.locale}-(?:Chirp3-HD-[A-Z][a-z]+|Neural2-[A-Z])$`));
    else if (provider === "amazon") expect(id).toMatch(/^\p{L}+-(?:Neural|Generative)$/u);
    else expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
  }
  for (const locale of ["en-US", "en-GB", "es-US", "es-MX", "es-ES"])
    expect(
      new Set(catalogue.filter((one) => one.locale === locale).map(({ gender }) => gender)),
      locale,
    ).toEqual(new Set(["female", "male"]));
  expect(listedVoice(firstVoice)?.key).toBe(firstOf("en-US")?.key);
});

const kore = { provider: "google", id: "en-US-Chirp3-HD-Kore" } as const;
const puck = { provider: "google", id: "en-US-Chirp3-HD-Puck" } as const;
const lupe = { provider: "amazon", id: "Lupe-Neural" } as const;
const gone = { provider: "google", id: "en-US-Journey-O" } as const;
const wanted = { voice: kore, fallback_voice: null, language: "en-US" };

test.each([
  [
    "a listed voice speaks, and the first of its language is next",
    wanted,
    {},
    { voice: kore, instead: firstVoice },
  ],
  ["the organization's fallback is next", wanted, { fallback_voice: puck }, { voice: kore, instead: puck }],
  [
    "the agent's own fallback wins",
    { ...wanted, fallback_voice: lupe },
    { fallback_voice: puck },
    { voice: kore, instead: lupe },
  ],
  [
    "a fallback of another language does not count",
    wanted,
    { fallback_voice: lupe },
    { voice: kore, instead: firstVoice },
  ],
  [
    "a voice that left the list gives way to the fallback",
    { ...wanted, voice: gone },
    { fallback_voice: puck },
    { voice: puck, instead: firstVoice },
  ],
  [
    "without a fallback it is tried all the same",
    { ...wanted, voice: gone },
    {},
    { voice: gone, instead: firstVoice },
  ],
  [
    "a voice is never its own replacement",
    { ...wanted, voice: firstVoice },
    { fallback_voice: firstVoice },
    { voice: firstVoice, instead: null },
  ],
] as const)("%s", (_, asked, settings, expected) => {
  expect(voicesOfCall(asked, voiceSettings.parse(settings))).toEqual(expected);
});

test.each([
  ["", "win", "Enter the word"],
  ["two words", "win", "Enter one word, without spaces"],
  ["<b>", "win", "Use letters and digits, such as Nguyen or O'Hara"],
  ["N".repeat(41), "win", "At most 40 characters"],
  ["Nguyen", "", "Enter how it's said"],
  ["Nguyen", "<phoneme>", "Write it the way it sounds, in letters"],
  ["Nguyen", "...", "Write it the way it sounds, in letters"],
  ["Nguyen", "w".repeat(81), "At most 80 characters"],
  ["Ngu\u202eyen", "win", "Remove the invisible characters"],
])("the entry %j, %j is refused in words", (word, said, message) => {
  const answer = pronunciation.safeParse({ word, said });
  expect(answer.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("the browser's nearest voice has the language, then the country, then the gender; another language is none", () => {
  const voices = ["Samantha en-US", "Daniel en-GB", "Google UK English Female en_GB", "Paulina es-MX"].map(
    (one) => ({
      name: one.replace(/ \S+$/, ""),
      lang: one.split(" ").at(-1) ?? "",
    }),
  );
  const nearest = (locale: string, gender: "female" | "male") => nearestVoice(voices, locale, gender)?.name;
  expect(nearest("en-GB", "male")).toBe("Daniel");
  expect(nearest("en-GB", "female")).toBe("Google UK English Female");
  expect(nearest("en-US", "male")).toBe("Samantha");
  expect(nearest("es-ES", "male")).toBe("Paulina");
  expect(nearestVoice(voices, "it-IT", "male")).toBeNull();
});

test.each([
  [{ provider: "google", id: "en-US-Chirp3-HD-Aoede" }, "es-US", "es-US-Chirp3-HD-Aoede"],
  [{ provider: "google", id: "en-US-Neural2-A" }, "es-US", "es-US-Neural2-B"],
  [{ provider: "amazon", id: "Joanna-Neural" }, "es-US", "Lupe-Neural"],
  [{ provider: "amazon", id: "Amy-Neural" }, "en-US", "Amy-Neural"],
  [{ provider: "amazon", id: "Pedro-Generative" }, "en-US", "Matthew-Generative"],
  // ElevenLabs' voices speak every language, and what is not listed is as it was chosen.
  [{ provider: "elevenlabs", id: "EXAVITQu4vr4xnSDxMaL" }, "es-US", "EXAVITQu4vr4xnSDxMaL"],
  [{ provider: "google", id: "unlisted" }, "es-US", "unlisted"],
] as const)("%j speaks %s as %s", (own, language, id) => expect(voiceIn(language, own).id).toBe(id));
