CREATE TABLE `error_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`source` text NOT NULL,
	`severity` text NOT NULL,
	`route` text NOT NULL,
	`error_message` text NOT NULL,
	`times` integer NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`first_release` text,
	`last_release` text,
	`call_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`marked_at` integer,
	`reopened_at` integer
);
--> statement-breakpoint
CREATE INDEX `error_groups_listed` ON `error_groups` (`organization_id`,`state`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `error_groups_of_source` ON `error_groups` (`organization_id`,`state`,`source`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `error_groups_everywhere` ON `error_groups` (`state`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `error_groups_of_source_everywhere` ON `error_groups` (`state`,`source`,`last_seen_at`,`id`);--> statement-breakpoint
ALTER TABLE `error_logs` ADD `group_id` text;--> statement-breakpoint
ALTER TABLE `error_logs` ADD `release` text;--> statement-breakpoint
ALTER TABLE `error_logs` ADD `call_id` text;--> statement-breakpoint
CREATE INDEX `error_logs_group` ON `error_logs` (`group_id`,`id`);--> statement-breakpoint
ALTER TABLE `organization_settings` ADD `keeps_error_details` integer DEFAULT false NOT NULL;