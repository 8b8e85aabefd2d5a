CREATE TABLE `usage_days` (
	`day` text NOT NULL,
	`period_start` integer NOT NULL,
	`calls` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`day`, `period_start`)
);
--> statement-breakpoint
CREATE TABLE `usage_records` (
	`call_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`day` text NOT NULL,
	`direction` text NOT NULL,
	`billable_seconds` integer NOT NULL,
	`included_seconds` integer NOT NULL,
	`overage_seconds` integer NOT NULL,
	`cost_lines` text NOT NULL,
	`price_lines` text NOT NULL,
	`terms` text,
	`period_start` integer,
	`position` integer,
	`used_before` integer,
	`currency` text NOT NULL,
	`recorded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `usage_records_period` ON `usage_records` (`period_start`,`position`);--> statement-breakpoint
CREATE INDEX `usage_records_at` ON `usage_records` (`at`);--> statement-breakpoint
CREATE TABLE `usage_terms` (
	`period_start` integer PRIMARY KEY NOT NULL,
	`period_end` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`tier` text NOT NULL,
	`included_seconds` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`currency` text NOT NULL,
	`is_trial` integer NOT NULL,
	`read_at` integer NOT NULL
);
