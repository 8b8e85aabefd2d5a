/** Tasks of members for contacts: their shape, and what can be asked of them. */
import { z } from "zod";
import { most } from "./contact-terms.schema.ts";

/** What a member has to do for a contact. Times are ms UTC; `due_at` is the beginning of its day. */
export type Task = {
  id: string;
  contact_id: string;
  /** The contact's name or number. */
  person: string | null;
  title: string;
  due_at: number | null;
  done_at: number | null;
  assignee_id: string | null;
  assignee_name: string | null;
  created_name: string;
  created_at: number;
};

export type Assignee = { id: string; name: string };
export type TaskChange = {
  title?: string;
  due_at?: number | null;
  assignee?: Assignee | null;
  done?: boolean;
};

export type TasksAsked = {
  contact_id: string | null;
  /** Null: everyone's. */
  assignee_id: string | null;
  done: boolean;
  /** The last one of the page before; null: the first page. */
  after: string | null;
};

export const taskTitle = z
  .string()
  .trim()
  .min(1, "Say what is to be done")
  .max(most.task, `At most ${most.task} characters`);
export const dueOn = z.iso.date("Enter a date").nullable();
