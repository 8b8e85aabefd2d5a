CREATE TABLE `carrier_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`carrier` text NOT NULL,
	`name` text NOT NULL,
	`sealed` text,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `carrier_accounts_organization` ON `carrier_accounts` (`organization_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `phone_numbers` ADD `account_id` text;