/** What a model is told in its instructions, as facts: it has nothing else to answer from. */

import { fieldTypes } from "#app/agents/agent-terms.schema.ts";
import type { AgentField } from "#app/agents/agents.schema.ts";

type Kind = { name: string; minutes: number };
export type Facts = {
  hours: string | null;
  address: string | null;
  kinds: readonly Kind[];
  fields: readonly AgentField[];
  /** The agent's own questions and answers. */
  knowledge: readonly { question: string; answer: string }[];
  speaks: "both" | "English" | "Spanish";
  isLead: boolean;
};

const lineAfter = (system: string, begin: string): string | null => {
  const line = system.split("\n").find((one) => one.startsWith(begin));
  return line === undefined ? null : line.slice(begin.length).trim().replace(/\.$/, "");
};

/** The items of a list of the instructions; one may run over several lines. */
function listAfter(system: string, begin: string): string[] {
  const from = system.indexOf(`\n${begin}`);
  if (from === -1) return [];
  const [, ...items] = system
    .slice(from + 1)
    .split(/\n\n(?=[A-Z])/)[0]
    ?.split("\n- ") ?? [""];
  return items.map((item) => item.trim());
}

const kindWritten = /^(.+) \((\d+) minutes\)$/;

function kindsIn(system: string): Kind[] {
  const line = lineAfter(system, "Kinds of appointments:") ?? "";
  return line.split(/, (?=[^()]*\(\d)/).flatMap((one) => {
    const [, name, minutes] = kindWritten.exec(one) ?? [];
    return name ? [{ name, minutes: Number(minutes) }] : [];
  });
}

/** "car: Car, text (one of: A, B), optional" */
function fieldFrom(item: string): AgentField[] {
  const id = item.split(":")[0] ?? "";
  const options = item.match(/ \(one of: (.*)\)(?:, optional)?$/)?.[1]?.split(", ") ?? [];
  const rest = item
    .slice(id.length + 1)
    .replace(/, optional$/, "")
    .replace(/ \(one of: .*\)$/, "");
  const at = rest.lastIndexOf(", ");
  const type = fieldTypes.find((one) => one.replace("_", "/") === rest.slice(at + 2).trim());
  if (at === -1 || !type) return [];
  return [
    {
      id,
      label: rest.slice(0, at).trim(),
      type,
      required: !item.endsWith(", optional"),
      question: "",
      options: options.map((name) => ({ name, synonyms: [] })),
    },
  ];
}

function knowledgeIn(system: string): Facts["knowledge"] {
  return listAfter(system, "What you know:").flatMap((item) => {
    const at = item.search(/[?:]/);
    if (at === -1) return [];
    const cut = item.indexOf(": ", at);
    return cut === -1 ? [] : [{ question: item.slice(0, cut), answer: item.slice(cut + 2) }];
  });
}

export function factsIn(system: string): Facts {
  const spanish = system.includes("\nSpeak Spanish only.");
  return {
    hours: lineAfter(system, "Opening hours:"),
    address: lineAfter(system, "Address:"),
    kinds: kindsIn(system),
    fields: listAfter(system, "Details to find out").flatMap(fieldFrom),
    knowledge: knowledgeIn(system),
    speaks: spanish ? "Spanish" : system.includes("\nSpeak English only.") ? "English" : "both",
    isLead: system.includes("save them as a lead"),
  };
}
