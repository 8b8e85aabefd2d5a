CREATE TABLE `applied_events` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`applied_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `assert_ok` (
	`ok` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text,
	`organization_id` text,
	`action` text NOT NULL,
	`target` text,
	`ip_prefix` text,
	`user_agent_hash` text,
	`request_id` text,
	`changes` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_organization` ON `audit_events` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `email_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`purpose` text NOT NULL,
	`code_mac` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer
);
--> statement-breakpoint
CREATE INDEX `email_codes_user` ON `email_codes` (`user_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `error_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`organization_id` text,
	`error_message` text NOT NULL,
	`stack_trace` text,
	`url` text,
	`severity` text NOT NULL,
	`context` text,
	`user_agent` text,
	`request_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `error_logs_organization` ON `error_logs` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `error_logs_created` ON `error_logs` (`created_at`);--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`sent_at` integer,
	`failed_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `organization_branding` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`company_name` text,
	`logo_url` text,
	`logo_url_light` text,
	`primary_color` text,
	`secondary_color` text,
	`accent_color` text,
	`favicon_url` text,
	`meta_title` text,
	`custom_domain` text,
	`hero_headline` text,
	`hero_subheadline` text,
	`footer_description` text,
	`copyright_text` text,
	`social_twitter` text,
	`social_linkedin` text,
	`social_facebook` text,
	`social_instagram` text,
	`hide_settings_section` integer DEFAULT false NOT NULL,
	`hide_integrations_section` integer DEFAULT false NOT NULL,
	`hide_upgrade_button` integer DEFAULT false NOT NULL,
	`hide_subscription_section` integer DEFAULT false NOT NULL,
	`hide_purchase_numbers` integer DEFAULT false NOT NULL,
	`auth_hero_headline` text,
	`auth_hero_description` text,
	`enable_custom_domain_redirect` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organization_branding_custom_domain_unique` ON `organization_branding` (`custom_domain`);--> statement-breakpoint
CREATE TABLE `organization_members` (
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `organization_members_user` ON `organization_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`subscription_tier` text DEFAULT 'starter' NOT NULL,
	`subscription_status` text DEFAULT 'pending' NOT NULL,
	`time_zone` text DEFAULT 'America/New_York' NOT NULL,
	`locale` text DEFAULT 'en-US' NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`country` text DEFAULT 'US' NOT NULL,
	`region` text,
	`address` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE TABLE `phone_numbers` (
	`phone_number` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`number_id` text NOT NULL,
	`provider` text NOT NULL,
	`provider_sid` text,
	`agent_name` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `phone_numbers_organization` ON `phone_numbers` (`organization_id`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_counters` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `rate_counters_window` ON `rate_counters` (`window_start`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text,
	`ip_prefix` text,
	`country` text
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `usage_rollups` (
	`organization_id` text NOT NULL,
	`quarter_start` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`bookings` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`organization_id`, `quarter_start`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `usage_rollups_quarter` ON `usage_rollups` (`quarter_start`,`organization_id`);--> statement-breakpoint
CREATE TABLE `user_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_invitations_token_unique` ON `user_invitations` (`token`);--> statement-breakpoint
CREATE INDEX `user_invitations_organization` ON `user_invitations` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `user_roles` (
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_folded` text NOT NULL,
	`name` text,
	`password_hash` text,
	`email_confirmed_at` integer,
	`terms_accepted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_folded_unique` ON `users` (`email_folded`);