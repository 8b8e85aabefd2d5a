CREATE TABLE `transfer_attempts` (
	`call_id` text NOT NULL,
	`n` integer NOT NULL,
	`target_id` text,
	`name` text NOT NULL,
	`phone_number` text NOT NULL,
	`mode` text NOT NULL,
	`outcome` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`talk_seconds` integer NOT NULL,
	PRIMARY KEY(`call_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `transfer_attempts_started` ON `transfer_attempts` (`started_at`);--> statement-breakpoint
CREATE TABLE `transfer_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone_number` text NOT NULL,
	`use_when` text DEFAULT '' NOT NULL,
	`mode` text NOT NULL,
	`ring_seconds` integer NOT NULL,
	`hours` text,
	`time_zone` text NOT NULL,
	`position` integer NOT NULL,
	`paused_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `transfer_targets_position` ON `transfer_targets` (`position`);--> statement-breakpoint
ALTER TABLE `live_calls` ADD `transferring_to` text;