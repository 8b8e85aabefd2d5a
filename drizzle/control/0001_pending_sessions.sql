ALTER TABLE `email_codes` ADD `password_hash` text;--> statement-breakpoint
CREATE INDEX `email_codes_expires` ON `email_codes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `email` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `password_hash` text;--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);