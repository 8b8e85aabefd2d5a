CREATE TABLE `model_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`base_url` text,
	`sealed` text,
	`last_four` text NOT NULL,
	`tested_at` integer NOT NULL,
	`tested_by` text,
	`test_result` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `model_keys_organization` ON `model_keys` (`organization_id`,`created_at`);