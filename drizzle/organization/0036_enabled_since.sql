ALTER TABLE `webhook_endpoints` ADD `enabled_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workflow_runs` ADD `instance_id` text;--> statement-breakpoint
ALTER TABLE `workflows` ADD `enabled_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_leased` ON `webhook_deliveries` (`endpoint_id`,`leased_until`) WHERE leased_until is not null;