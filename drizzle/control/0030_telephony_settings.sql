ALTER TABLE `carrier_accounts` ADD `lines` integer;--> statement-breakpoint
ALTER TABLE `carrier_accounts` ADD `calls_per_second` integer;--> statement-breakpoint
ALTER TABLE `carrier_accounts` ADD `tested_at` integer;--> statement-breakpoint
ALTER TABLE `carrier_accounts` ADD `trouble` text;