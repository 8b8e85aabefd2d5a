CREATE TABLE `call_columns` (
	`user_id` text PRIMARY KEY NOT NULL,
	`columns` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `call_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer
);
--> statement-breakpoint
CREATE INDEX `call_notes_call` ON `call_notes` (`call_id`,`id`);--> statement-breakpoint
CREATE TABLE `call_tags` (
	`tag` text NOT NULL,
	`call_id` text NOT NULL,
	`agent_id` text,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `call_tags_tag` ON `call_tags` (`tag`,`call_id`);--> statement-breakpoint
CREATE INDEX `call_tags_call` ON `call_tags` (`call_id`);--> statement-breakpoint
CREATE INDEX `call_tags_agent` ON `call_tags` (`tag`,`agent_id`,`call_id`);--> statement-breakpoint
CREATE INDEX `call_tags_outcome` ON `call_tags` (`tag`,`outcome`,`call_id`);--> statement-breakpoint
CREATE TABLE `call_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`is_shared` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `call_views_user` ON `call_views` (`user_id`);--> statement-breakpoint
ALTER TABLE `calls` ADD `length_class` text GENERATED ALWAYS AS (case when talk_seconds = 0 then 'none' when talk_seconds < 30 then 'short' when talk_seconds < 120 then 'medium' when talk_seconds < 300 then 'long' else 'longest' end) VIRTUAL;--> statement-breakpoint
ALTER TABLE `calls` ADD `cost_class` text GENERATED ALWAYS AS (case when cost_micros = 0 then 'none' when cost_micros < 100000 then 'low' when cost_micros < 500000 then 'medium' when cost_micros < 1000000 then 'high' else 'highest' end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `calls_length` ON `calls` (`length_class`,`id`);--> statement-breakpoint
CREATE INDEX `calls_agent_length` ON `calls` (`agent_id`,`length_class`,`id`);--> statement-breakpoint
CREATE INDEX `calls_cost` ON `calls` (`cost_class`,`id`);