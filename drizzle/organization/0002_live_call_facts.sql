ALTER TABLE `live_calls` ADD `agent_version` integer;--> statement-breakpoint
ALTER TABLE `live_calls` ADD `our_number` text;--> statement-breakpoint
ALTER TABLE `live_calls` ADD `status` text DEFAULT 'ringing' NOT NULL;--> statement-breakpoint
ALTER TABLE `live_calls` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `live_calls` ADD `currency` text;