CREATE TABLE `disputes` (
	`dispute_id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`charge_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`due_by` integer,
	`stripe_created` integer NOT NULL,
	`closed_at` integer,
	`refreshed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`closed_at`,`stripe_created`);--> statement-breakpoint
CREATE INDEX `disputes_organization` ON `disputes` (`organization_id`);--> statement-breakpoint
CREATE TABLE `number_claims` (
	`number_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`claimed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `number_claims_organization` ON `number_claims` (`organization_id`);--> statement-breakpoint
ALTER TABLE `number_rents` ADD `is_excess` integer DEFAULT false NOT NULL;