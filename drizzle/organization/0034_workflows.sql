CREATE TABLE `contact_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`title` text NOT NULL,
	`due_at` integer,
	`done_at` integer,
	`done_by` text,
	`created_by` text NOT NULL,
	`created_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_tasks_contact` ON `contact_tasks` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `contact_tasks_open` ON `contact_tasks` (`due_at`) WHERE done_at is null;--> statement-breakpoint
CREATE TABLE `workflow_months` (
	`month` text PRIMARY KEY NOT NULL,
	`runs` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `workflow_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workflow_id` text NOT NULL,
	`version` integer NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`status` text NOT NULL,
	`why` text,
	`event_id` text NOT NULL,
	`event_kind` text NOT NULL,
	`event` text NOT NULL,
	`contact_id` text,
	`phone_number` text,
	`depth` integer DEFAULT 0 NOT NULL,
	`cause_id` text,
	`mode` text DEFAULT 'live' NOT NULL,
	`from_step` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workflow_runs_event` ON `workflow_runs` (`workflow_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `workflow_runs_workflow` ON `workflow_runs` (`workflow_id`,`id`);--> statement-breakpoint
CREATE INDEX `workflow_runs_status` ON `workflow_runs` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `workflow_runs_contact` ON `workflow_runs` (`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `workflow_runs_phone` ON `workflow_runs` (`phone_number`);--> statement-breakpoint
CREATE INDEX `workflow_runs_open` ON `workflow_runs` (`updated_at`) WHERE status in ('queued', 'running', 'waiting');--> statement-breakpoint
CREATE TABLE `workflow_steps` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`step_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`input` text NOT NULL,
	`output` text,
	`error` text,
	`tries` integer DEFAULT 1 NOT NULL,
	`touched` text,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workflow_steps_once` ON `workflow_steps` (`run_id`,`step_id`,`attempt`);--> statement-breakpoint
CREATE INDEX `workflow_steps_touched` ON `workflow_steps` (`touched`,`started_at`) WHERE touched is not null;--> statement-breakpoint
CREATE TABLE `workflow_versions` (
	`workflow_id` text NOT NULL,
	`version` integer NOT NULL,
	`graph` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workflow_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `workflows` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`trigger` text NOT NULL,
	`next_at` integer,
	`hook_hash` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workflows_trigger` ON `workflows` (`status`,`trigger`);