CREATE TABLE `call_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`call_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`shows_persons` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `call_shares_secret_hash_unique` ON `call_shares` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `call_shares_call` ON `call_shares` (`organization_id`,`call_id`);--> statement-breakpoint
CREATE INDEX `call_shares_user` ON `call_shares` (`user_id`);--> statement-breakpoint
CREATE INDEX `call_shares_expiry` ON `call_shares` (`expires_at`);--> statement-breakpoint
ALTER TABLE `data_exports` ADD `content` text DEFAULT 'everything' NOT NULL;--> statement-breakpoint
ALTER TABLE `data_exports` ADD `query` text;