CREATE TABLE `dialers` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`check_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dialers_due` ON `dialers` (`check_at`);