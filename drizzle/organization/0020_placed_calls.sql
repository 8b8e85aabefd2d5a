CREATE TABLE `placed_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`reason` text,
	`asked_by` text NOT NULL,
	`asked_name` text NOT NULL,
	`ruling` text NOT NULL,
	`account_id` text,
	`carrier_words` text,
	`answered_by` text,
	`handed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `placed_calls_key` ON `placed_calls` (`key`);