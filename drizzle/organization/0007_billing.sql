CREATE TABLE `usage_records` (
	`call_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`direction` text NOT NULL,
	`billable_seconds` integer NOT NULL,
	`included_seconds` integer NOT NULL,
	`overage_seconds` integer NOT NULL,
	`cost_lines` text NOT NULL,
	`price_lines` text NOT NULL,
	`terms` text,
	`period_start` integer,
	`currency` text NOT NULL,
	`recorded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `usage_records_period` ON `usage_records` (`period_start`,`at`);--> statement-breakpoint
CREATE INDEX `usage_records_at` ON `usage_records` (`at`);