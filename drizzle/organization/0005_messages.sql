CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`agent_id` text,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`name` text,
	`phone_number` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`done_by` text,
	`done_by_name` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_call_text` ON `messages` (`call_id`,`text`);--> statement-breakpoint
CREATE INDEX `messages_open` ON `messages` (`id`) WHERE done_at is null;