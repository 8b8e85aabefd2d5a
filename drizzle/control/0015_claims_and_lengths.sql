ALTER TABLE `users` ADD `numbers_organization_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `numbers_claimed_at` integer;