CREATE TABLE `one_time_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text,
	`session_id` text,
	`email` text,
	`audience` text,
	`bound_to` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_tokens_token_hash_unique` ON `one_time_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_user` ON `one_time_tokens` (`user_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE INDEX `one_time_tokens_expires` ON `one_time_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `organization_settings` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`website` text,
	`contact_email` text,
	`calling_hours` text,
	`holidays` text,
	`default_test_number` text,
	`notifications` text,
	`retention_days` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text,
	`rp_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `referral_clicks` (
	`id` text PRIMARY KEY NOT NULL,
	`referral_code` text NOT NULL,
	`utm_source` text,
	`utm_medium` text,
	`utm_campaign` text,
	`utm_term` text,
	`utm_content` text,
	`referrer_url` text,
	`landing_page` text,
	`ip_prefix` text,
	`created_at` integer NOT NULL,
	`user_id` text
);
--> statement-breakpoint
CREATE INDEX `referral_clicks_code` ON `referral_clicks` (`referral_code`,`created_at`);--> statement-breakpoint
CREATE INDEX `referral_clicks_created` ON `referral_clicks` (`created_at`);--> statement-breakpoint
CREATE TABLE `user_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`name` text,
	`secret` text NOT NULL,
	`last_step` integer,
	`verified_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `user_factors_user` ON `user_factors` (`user_id`);--> statement-breakpoint
CREATE TABLE `user_identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `user_identities_user` ON `user_identities` (`user_id`);--> statement-breakpoint
ALTER TABLE `organizations` ADD `require_two_factor` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `organizations` ADD `purge_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `ref_host` text;--> statement-breakpoint
ALTER TABLE `user_invitations` ADD `accepted_by` text;--> statement-breakpoint
ALTER TABLE `user_invitations` ADD `revoked_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `referral_code` text;--> statement-breakpoint
ALTER TABLE `users` ADD `utm_source` text;--> statement-breakpoint
ALTER TABLE `users` ADD `utm_medium` text;--> statement-breakpoint
ALTER TABLE `users` ADD `utm_campaign` text;--> statement-breakpoint
ALTER TABLE `users` ADD `utm_term` text;--> statement-breakpoint
ALTER TABLE `users` ADD `utm_content` text;--> statement-breakpoint
ALTER TABLE `users` ADD `click_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;