ALTER TABLE `organizations` ADD `platform_suspended_at` integer;--> statement-breakpoint
ALTER TABLE `organizations` ADD `granted_limits` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `admin_version` integer DEFAULT 0 NOT NULL;