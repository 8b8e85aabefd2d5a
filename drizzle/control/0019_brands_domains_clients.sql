CREATE TABLE `brand_images` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `brand_images_organization` ON `brand_images` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `brand_versions` (
	`organization_id` text NOT NULL,
	`version` integer NOT NULL,
	`fields` text NOT NULL,
	`saved_by` text,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `client_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`contents` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_templates_organization` ON `client_templates` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `custom_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`host` text NOT NULL,
	`state` text NOT NULL,
	`is_primary` integer DEFAULT false NOT NULL,
	`is_claim` integer DEFAULT false NOT NULL,
	`proof` text NOT NULL,
	`proven_at` integer,
	`provider_id` text,
	`has_www` integer DEFAULT false NOT NULL,
	`www_provider_id` text,
	`provider` text,
	`check_error` text,
	`checked_at` integer,
	`check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`live_at` integer,
	`failing_since` integer,
	`told_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `custom_domains_host` ON `custom_domains` (`host`) WHERE is_claim = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `custom_domains_own` ON `custom_domains` (`organization_id`,`host`);--> statement-breakpoint
CREATE INDEX `custom_domains_due` ON `custom_domains` (`check_at`) WHERE check_at is not null;--> statement-breakpoint
CREATE TABLE `legal_pages` (
	`organization_id` text NOT NULL,
	`page` text NOT NULL,
	`body` text NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `page`)
);
--> statement-breakpoint
CREATE TABLE `released_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`released_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sending_domains` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`local_part` text NOT NULL,
	`provider_id` text,
	`status` text NOT NULL,
	`records` text,
	`check_error` text,
	`checked_at` integer,
	`check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sending_domains_domain` ON `sending_domains` (`domain`) WHERE status = 'verified';--> statement-breakpoint
CREATE INDEX `sending_domains_due` ON `sending_domains` (`check_at`) WHERE check_at is not null;--> statement-breakpoint
CREATE TABLE `support_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`agency_id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`session_id` text NOT NULL,
	`reason` text NOT NULL,
	`may_write` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `support_visits_session` ON `support_visits` (`session_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `support_visits_organization` ON `support_visits` (`organization_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `support_visits_agency` ON `support_visits` (`agency_id`,`started_at`);--> statement-breakpoint
ALTER TABLE `organization_branding` ADD `support_email` text;--> statement-breakpoint
ALTER TABLE `organization_branding` ADD `share_image_url` text;--> statement-breakpoint
ALTER TABLE `organization_branding` ADD `allows_client_signup` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `organization_branding` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `organizations` ADD `parent_organization_id` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `organizations` ADD `allows_support` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `organizations` ADD `withheld_sections` text;--> statement-breakpoint
ALTER TABLE `organizations` ADD `client_limits` text;--> statement-breakpoint
CREATE INDEX `organizations_clients` ON `organizations` (`parent_organization_id`,`id`) WHERE parent_organization_id is not null;