/** A call that changes its language, frame by frame over the carrier's socket. */
import { expect, test } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { call, clinic, connect, newNumber, relayAction, relayOrder } from "../support/telephone.ts";
import { script } from "./asking.ts";

const bilingual = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  model: { chain: [{ provider: "openai", model: "gpt-4.1-mini" }], temperature: 0.3, first_token_ms: 2500 },
  languages: ["en-US", "es-US"],
  follows_language: true,
});

test("a caller who changes to Spanish is heard and answered in Spanish on the line, also after it dropped", async () => {
  const owner = await clinic(bilingual);
  const openai = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", {
    intent: "add",
    name: "",
    base_url: "",
    provider: "openai",
    key: openai,
  });
  await script(openai, [{ say: "Claro. ¿Qué día le conviene?" }]);
  const placed = await call(owner, newNumber());
  expect(placed.markup).toContain('transcriptionLanguage="multi"');
  expect(placed.markup).toMatch(/<Language code="es-US" ttsProvider="\w+" voice="es-US-[^"]+"/);
  expect(await placed.relay.say("Hola, quiero una cita, por favor")).toBe("Claro. ¿Qué día le conviene?");
  const languages = placed.relay.frames.filter(({ type }) => type === "language");
  expect(languages).toEqual([{ type: "language", ttsLanguage: "es-US", transcriptionLanguage: "multi" }]);
  placed.relay.close();
  const again = await (await relayAction(placed, { SessionStatus: "failed" })).text();
  expect(again).toMatch(/<ConversationRelay [^>]* language="es-US" [^>]*voice="es-US-/);
  const order = relayOrder(again);
  if (!order) throw new Error("the line was not opened again");
  const relay = await connect(order.url);
  relay.setUp(placed.call_sid);
  expect(await relay.turn(0)).toContain("Perdón, se cortó un momento.");
  expect(await relay.say("no me vuelvan a llamar, por favor")).toBe(
    "De acuerdo. No volveremos a llamar a este número. Adiós.",
  );
  expect(await relay.handoff()).toEqual({ reason: "opt_out" });
});
