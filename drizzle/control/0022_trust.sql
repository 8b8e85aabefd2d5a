CREATE TABLE `audit_anchors` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`key_id` text NOT NULL,
	`seal` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL,
	`key_id` text NOT NULL,
	`seal` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_event_id_unique` ON `audit_seals` (`event_id`);--> statement-breakpoint
CREATE TABLE `joining_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `joining_domains_organization` ON `joining_domains` (`organization_id`);--> statement-breakpoint
CREATE TABLE `known_countries` (
	`user_id` text NOT NULL,
	`country` text NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `country`)
);
--> statement-breakpoint
CREATE INDEX `known_countries_used` ON `known_countries` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `secret_ages` (
	`name` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `security_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`subject` text NOT NULL,
	`organization_id` text,
	`user_id` text,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	`seen_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `security_alerts_subject_unique` ON `security_alerts` (`subject`);--> statement-breakpoint
CREATE INDEX `security_alerts_organization` ON `security_alerts` (`organization_id`,`id`) WHERE organization_id is not null;--> statement-breakpoint
CREATE INDEX `security_alerts_user` ON `security_alerts` (`user_id`);--> statement-breakpoint
CREATE INDEX `audit_events_organization_listed` ON `audit_events` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_actor_listed` ON `audit_events` (`actor_id`,`id`);