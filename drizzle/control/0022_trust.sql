CREATE TABLE `data_erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`state` text NOT NULL,
	`sealed` text,
	`step` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`cursor` text,
	`receipt_id` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_erasures_organization` ON `data_erasures` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_erasures_due` ON `data_erasures` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`requested_by` text,
	`state` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`cursor` text,
	`rows_done` integer DEFAULT 0 NOT NULL,
	`rows_expected` integer,
	`bytes` integer,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_exports_organization` ON `data_exports` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_exports_due` ON `data_exports` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `data_exports_expiring` ON `data_exports` (`expires_at`) WHERE state = 'ready';--> statement-breakpoint
CREATE TABLE `data_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`kind` text NOT NULL,
	`document` text,
	`signature` text,
	`recipients` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `data_receipts_organization` ON `data_receipts` (`organization_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `organization_settings` ADD `retention` text;--> statement-breakpoint
ALTER TABLE `organization_settings` ADD `redaction` text;