/** The shapes of an organization's knowledge: its sources, their imports, and what a search finds. */
import { z } from "zod";

export const sourceKinds = ["entry", "file", "page"] as const;
export type SourceKind = (typeof sourceKinds)[number];

export const fileTypes = ["txt", "md", "html", "pdf"] as const;
export type FileType = (typeof fileTypes)[number];

export const importFailures = [
  "too_large",
  "too_long",
  "plan_full",
  "encrypted",
  "no_text",
  "unreadable",
  "wrong_type",
  "unreachable",
  "private_address",
  "not_https",
  "too_many_redirects",
  "too_slow",
  "same_text",
  "lost",
] as const;
/** Why a source could not be read. */
export type ImportFailure = (typeof importFailures)[number];

export const sourceStates = ["waiting", "reading", "ready", "failed"] as const;
export type SourceState = (typeof sourceStates)[number];

/** A source as the list shows it. */
export type KnowledgeSource = {
  id: string;
  kind: SourceKind;
  title: string;
  address: string | null;
  file_name: string | null;
  text: string | null;
  bytes: number;
  characters: number;
  passages: number;
  state: SourceState;
  progress: number;
  failure: ImportFailure | null;
  /** Null: every agent. */
  agent_ids: string[] | null;
  has_instructions: boolean;
  updated_at: number;
  imported_at: number | null;
};

const id = z.string().min(1).max(100);
export const agentIds = z.array(id).max(500).nullable();

/** What an import has to read. */
export type ImportJob = {
  kind: SourceKind;
  title: string;
  address: string | null;
  file_type: FileType | null;
  text: string | null;
};

/** A passage that answers. `share`: how much of the question it is about, 0 to 1. */
export type FoundPassage = {
  source_id: string;
  title: string;
  heading: string;
  text: string;
  score: number;
  share: number;
};
