/** The page of voices by keyboard, and on a phone. */
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("voices are filtered, favored and chosen, and words are corrected, without losing the place on the page", async ({
  page,
  signUp,
  accessible,
}) => {
  await signUp();
  await page.goto("/voices");
  await expect(page.getByRole("heading", { name: "Voices", level: 1 })).toBeVisible();
  await accessible();
  await page.getByLabel("Provider").selectOption({ label: "Amazon" });
  await expect(page).toHaveURL(/provider=amazon/);
  await page.getByRole("searchbox", { name: "Search" }).fill("kingdom conversational");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 shown")).toBeVisible();

  const add = page.getByRole("button", { name: "Favorite Amy, United Kingdom, Amazon Generative" });
  await add.focus();
  await page.keyboard.press("Enter");
  const remove = page.getByRole("button", {
    name: "Remove Amy, United Kingdom, Amazon Generative from favorites",
  });
  await expect(remove).toBeFocused();

  await page.getByLabel("Default voice").selectOption("google:en-US-Chirp3-HD-Kore");
  await page.getByRole("button", { name: "Save voices" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await expect(page.getByLabel("Default voice")).toHaveValue("google:en-US-Chirp3-HD-Kore");

  await page.getByLabel("Word").fill("Nguyen");
  await page.keyboard.press("Tab");
  await page.keyboard.type("win");
  await page.keyboard.press("Enter");
  const words = page.getByRole("list", { name: "Pronunciation" });
  await expect(words).toContainText("Said as “win”");
  await words.getByRole("button", { name: "Remove Nguyen" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nguyen was removed.")).toBeVisible();
  await expect(page.getByText("0 of 200 words")).toBeVisible();

  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await page.getByRole("link", { name: "Name and voice" }).click();
  const voice = page.getByRole("combobox", { name: "Voice" });
  await expect(voice).toHaveValue("google:en-US-Chirp3-HD-Kore");
  await voice.selectOption("amazon:Amy-Generative");
  await page.getByRole("button", { name: "Save draft" }).first().click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Version 2 is live from the next call.")).toBeVisible();
  await page.goto("/voices?only=used");
  await expect(page.getByRole("list", { name: "Voices" })).toContainText("Used by Front desk");
  await expect(page.getByText("1 shown")).toBeVisible();
});

/** A browser with two voices that writes down what it speaks. */
const speaking = () => {
  const spoken: string[] = [];
  Object.assign(window, { spoken });
  const voices = [
    { name: "Test Spanish", lang: "es-US" },
    { name: "Test English", lang: "en-US" },
  ];
  Object.defineProperty(window, "speechSynthesis", {
    value: {
      getVoices: () => voices,
      cancel: () => {},
      speak: (words: { text: string; lang: string }) => spoken.push(`${words.lang}: ${words.text}`),
    },
  });
  Object.defineProperty(window, "SpeechSynthesisUtterance", {
    value: class {
      lang = "";
      voice = null;
      constructor(readonly text: string) {}
    },
  });
};

test("a preview speaks one's own sentence with the browser's nearest voice, and says so", async ({
  page,
  signIn,
}) => {
  await page.addInitScript(speaking);
  await signIn();
  await page.goto("/voices");
  await page.getByLabel("Your own sentence").fill("Bright Smile, good morning.");
  await page.getByRole("button", { name: "Preview Kore, United States" }).click();
  await expect(page.getByText("Playing Test English, the nearest voice of your browser.")).toBeVisible();
  await page.getByRole("button", { name: "Stop Kore, United States" }).click();
  await page.getByRole("button", { name: "Preview Puck, United States" }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "spoken")))
    .toEqual(["en-US: Bright Smile, good morning.", "en-US: Bright Smile, good morning."]);
  await page.goto("/voices?language=de");
  await page.getByRole("button", { name: "Preview Kore" }).click();
  await expect(page.getByText("Your browser has no voice of this language.")).toBeVisible();
});

test("with a key, a preview plays the provider's own voice by keyboard, one at a time, and nothing moves", async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto("/settings/models");
  await page.getByLabel("Provider").selectOption({ label: "ElevenLabs" });
  await page.getByLabel("API key").fill("sk_browser_12345678");
  await page.getByRole("button", { name: "Add key" }).click();
  await expect(page.getByText("Key added.")).toBeVisible();

  await page.goto("/voices?provider=elevenlabs");
  await expect(page.getByText("Preview plays the voices of ElevenLabs themselves")).toBeVisible();
  await page.getByLabel("Your own sentence").fill("Bright Smile, good morning.");
  const sarah = page.getByRole("button", { name: /^(?:Preview|Stop) Sarah, United States/ });
  const laura = page.getByRole("button", { name: /^(?:Preview|Stop) Laura, United States/ });
  const places = async () => [await sarah.boundingBox(), await laura.boundingBox()];
  const before = await places();
  const door = page.waitForResponse("**/voices/preview");
  await sarah.focus();
  await page.keyboard.press("Enter");
  expect((await door).headers()["content-type"]).toBe("audio/mpeg");
  await expect(page.getByText("Playing Sarah, the provider's own voice.")).toBeVisible();
  await expect(sarah).toHaveText("Stop");
  await expect(sarah).toBeFocused();
  expect(await places()).toEqual(before);
  await laura.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Playing Laura, the provider's own voice.")).toBeVisible();
  await expect(sarah).toHaveText("Preview");
  // The sound of the sandbox ends by itself.
  await expect(laura).toHaveText("Preview");
  await expect(page.getByText("the provider's own voice.", { exact: false })).toHaveCount(0);

  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await page.getByRole("link", { name: "Name and voice" }).click();
  await page.getByRole("combobox", { name: "Voice" }).selectOption("elevenlabs:EXAVITQu4vr4xnSDxMaL");
  await page.getByLabel("Your own sentence").fill("Good evening.");
  await page.keyboard.press("Enter");
  const chosen = page.waitForRequest("**/voices/preview");
  await page.getByRole("button", { name: "Preview Sarah, female, soft" }).click();
  expect((await chosen).postData()).toContain("Good evening.");
  await expect(page.getByText("Playing Sarah, female, soft, the provider's own voice.")).toBeVisible();
});

test("a filter that finds nothing is whole at every width", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/voices?language=all&q=nothing");
  await expect(page.getByText("No matching voices")).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a voice is favored, and a word that is refused stays as it was typed", async ({
    page,
    signUp,
    accessible,
    complaints,
  }) => {
    await signUp();
    await page.goto("/voices");
    await accessible();
    await page.getByRole("button", { name: "Favorite Zephyr, United States, Google Chirp 3 HD" }).click();
    await expect(page.getByRole("list", { name: "Voices" }).getByRole("listitem").first()).toContainText(
      "Zephyr",
    );
    await page.getByLabel("Word").fill("two words");
    await page.getByLabel("Say it as").fill("x");
    await page.getByRole("button", { name: "Add word" }).click();
    await expect(page.getByText("Enter one word, without spaces")).toBeVisible();
    await expect(page.getByLabel("Word")).toHaveValue("two words");
    // The browser says that the form was refused, which is what it should have been.
    complaints.splice(0);
  });
});
