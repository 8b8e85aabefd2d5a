CREATE TABLE `legal_versions` (
	`organization_id` text NOT NULL,
	`page` text NOT NULL,
	`version` integer NOT NULL,
	`body` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `page`, `version`)
);
--> statement-breakpoint
ALTER TABLE `legal_pages` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `privacy_version` text;