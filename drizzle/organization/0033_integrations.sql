CREATE TABLE `busy_times` (
	`event_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	PRIMARY KEY(`event_id`, `from`)
);
--> statement-breakpoint
CREATE INDEX `busy_times_to` ON `busy_times` (`to`);--> statement-breakpoint
CREATE TABLE `calendar_events` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `integration_deeds` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`state` text NOT NULL,
	`outside_id` text,
	`error` text,
	`attempts` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `integration_deeds_provider` ON `integration_deeds` (`provider`,`updated_at`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`provider` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`auth` text NOT NULL,
	`account_id` text NOT NULL,
	`account_label` text NOT NULL,
	`scopes` text NOT NULL,
	`sealed` text NOT NULL,
	`expires_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`refreshing_until` integer,
	`settings` text NOT NULL,
	`owner_id` text NOT NULL,
	`connected_at` integer NOT NULL,
	`last_sync_at` integer,
	`last_error` text,
	`last_error_at` integer
);
