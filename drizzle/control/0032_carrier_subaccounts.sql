ALTER TABLE `carrier_accounts` ADD `parent` text;--> statement-breakpoint
ALTER TABLE `carrier_accounts` ADD `claimed_at` integer;--> statement-breakpoint
ALTER TABLE `carrier_accounts` ADD `is_suspended` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `carrier_accounts_within` ON `carrier_accounts` (`parent`,`organization_id`) WHERE parent is not null;