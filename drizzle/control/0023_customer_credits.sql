CREATE TABLE `customer_credits` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `customer_credits_due` ON `customer_credits` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `customer_credits_organization` ON `customer_credits` (`organization_id`,`state`);