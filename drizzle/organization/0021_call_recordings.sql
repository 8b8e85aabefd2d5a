CREATE TABLE `call_recordings` (
	`call_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`provider` text NOT NULL,
	`account_id` text,
	`provider_call_id` text NOT NULL,
	`sid` text,
	`seconds` integer,
	`bytes` integer,
	`content_type` text,
	`peaks` text,
	`ended_at` integer,
	`stored_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `call_recordings_stored` ON `call_recordings` (`status`,`call_id`);