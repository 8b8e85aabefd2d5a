import { expect, test } from "vitest";
import { changesEveryRow } from "#app/platform/unbounded-sql.ts";

test.each([
  "delete from agents",
  'update "agents" set "name" = ?',
  "  DELETE FROM calls",
  "update calls set title = (select name from agents where agents.id = calls.agent_id)",
  "update calls set title = 'where'",
  "delete from calls returning (select 1 from agents where 1)",
])("%s changes every row", (sql) => expect(changesEveryRow(sql)).toBe(true));

test.each([
  "delete from agents where id = ?",
  'update "agents" set "name" = (select 1) where "agents"."id" = ?',
  "delete from calls where id in (select id from old (nolock) where 1)",
  "select * from agents",
  "insert into agents (id) select id from calls",
  "update calls set title = 'it''s (' where id = ?",
])("%s is bounded", (sql) => expect(changesEveryRow(sql)).toBe(false));
