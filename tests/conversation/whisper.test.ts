/** What a member whispers reaches the model that answers, and the caller never hears of it. */
import { expect, test } from "vitest";
import { says, talk } from "./model-line.ts";

test("a whisper is told to the model as its colleague's, and its figures may be said", async () => {
  const { line, model } = await talk({}, "The late visit costs $431.");
  const before = line.spoken.length;
  await line.hear({ type: "steer", order: { do: "whisper", text: "The late visit costs $431" } });
  expect(line.spoken).toHaveLength(before);
  expect(await says(line, "is there anything late")).toContain("$431");
  const told = JSON.stringify(model.requests.at(-1)?.messages);
  expect(told).toContain("A colleague who listens tells you, unheard by the caller");
  expect(told).toContain("The late visit costs $431");
  expect(line.script.filter(({ type }) => type === "note").map(({ text }) => text)).toContain(
    "Told the agent: The late visit costs $431",
  );
});

test("words of a member stop the agent's own and are said instead; after a goodbye nothing more is", async () => {
  const { line } = await talk({}, "How can I help?");
  await line.hear({ type: "steer", order: { do: "say", text: "Dana speaking.", by: "Dana" } });
  expect(line.spoken.at(-1)).toBe("Dana speaking.");
  await line.playOut();
  await line.hear({ type: "steer", order: { do: "end" } });
  await line.hear({ type: "steer", order: { do: "say", text: "One more thing.", by: "Dana" } });
  expect(line.spoken.at(-1)).toContain("I have to end this call now");
  await line.playOut();
  expect(line.handoff).toEqual({ reason: "stopped_by_member" });
});
