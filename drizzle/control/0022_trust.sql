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
CREATE TABLE `error_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`source` text NOT NULL,
	`severity` text NOT NULL,
	`route` text NOT NULL,
	`error_message` text NOT NULL,
	`times` integer NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`first_release` text,
	`last_release` text,
	`call_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`marked_at` integer,
	`reopened_at` integer
);
--> statement-breakpoint
CREATE INDEX `error_groups_listed` ON `error_groups` (`organization_id`,`state`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `error_groups_of_source` ON `error_groups` (`organization_id`,`state`,`source`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `error_groups_everywhere` ON `error_groups` (`state`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `error_groups_of_source_everywhere` ON `error_groups` (`state`,`source`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE TABLE `number_claims` (
	`number_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`claimed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `number_claims_organization` ON `number_claims` (`organization_id`);--> statement-breakpoint
CREATE TABLE `incident_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`state` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `incident_updates_of` ON `incident_updates` (`incident_id`,`id`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`impact` text NOT NULL,
	`components` text NOT NULL,
	`started_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`started_at`);--> statement-breakpoint
CREATE TABLE `uptime_days` (
	`component` text NOT NULL,
	`day` integer NOT NULL,
	`probes` integer NOT NULL,
	`failures` integer NOT NULL,
	`last_slot` integer NOT NULL,
	`last_level` text NOT NULL,
	PRIMARY KEY(`component`, `day`)
);
--> statement-breakpoint
CREATE TABLE `web_vital_days` (
	`day` integer NOT NULL,
	`route` text NOT NULL,
	`device` text NOT NULL,
	`release` text NOT NULL,
	`lcp` text,
	`inp` text,
	`cls` text,
	`fcp` text,
	`ttfb` text,
	`fid` text,
	PRIMARY KEY(`day`, `route`, `device`, `release`)
);
--> statement-breakpoint
CREATE INDEX `web_vital_days_release` ON `web_vital_days` (`release`);--> statement-breakpoint
ALTER TABLE `error_logs` ADD `group_id` text;--> statement-breakpoint
ALTER TABLE `error_logs` ADD `release` text;--> statement-breakpoint
ALTER TABLE `error_logs` ADD `call_id` text;--> statement-breakpoint
CREATE INDEX `error_logs_group` ON `error_logs` (`group_id`,`id`);--> statement-breakpoint
ALTER TABLE `organization_settings` ADD `keeps_error_details` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organization_settings` ADD `retention` text;--> statement-breakpoint
ALTER TABLE `organization_settings` ADD `redaction` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `platform_suspended_at` integer;--> statement-breakpoint
ALTER TABLE `organizations` ADD `granted_limits` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `admin_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `legal_pages` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `number_rents` ADD `is_excess` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `privacy_version` text;--> statement-breakpoint
CREATE INDEX `audit_events_organization_listed` ON `audit_events` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_actor_listed` ON `audit_events` (`actor_id`,`id`);