CREATE TABLE `billing_customers` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_customer_id_unique` ON `billing_customers` (`customer_id`);--> statement-breakpoint
CREATE TABLE `checkout_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`price_id` text,
	`order_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `checkout_sessions_organization` ON `checkout_sessions` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `cron_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `plan_prices` (
	`price_id` text PRIMARY KEY NOT NULL,
	`lookup_key` text NOT NULL,
	`product_id` text NOT NULL,
	`tier` text NOT NULL,
	`cadence` text NOT NULL,
	`currency` text NOT NULL,
	`unit_amount` integer NOT NULL,
	`minutes_price_id` text NOT NULL,
	`included_seconds` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`is_active` integer NOT NULL,
	`synced_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_prices_lookup_key_unique` ON `plan_prices` (`lookup_key`);--> statement-breakpoint
CREATE INDEX `plan_prices_offered` ON `plan_prices` (`currency`,`tier`,`cadence`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`account_id` text,
	`organization_id` text,
	`object_id` text,
	`payload` text NOT NULL,
	`stripe_created` integer NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`last_error` text,
	`set_aside_at` integer
);
--> statement-breakpoint
CREATE INDEX `stripe_events_due` ON `stripe_events` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `stripe_events_set_aside` ON `stripe_events` (`set_aside_at`) WHERE set_aside_at is not null;--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_organization` ON `stripe_events` (`organization_id`,`received_at`);--> statement-breakpoint
CREATE TABLE `subscription_terms` (
	`organization_id` text NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`tier` text NOT NULL,
	`included_seconds` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`currency` text NOT NULL,
	`is_trial` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `subscription_id`, `period_start`)
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`subscription_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`payee_id` text,
	`status` text NOT NULL,
	`tier` text NOT NULL,
	`cadence` text NOT NULL,
	`price_id` text NOT NULL,
	`currency` text NOT NULL,
	`unit_amount` integer NOT NULL,
	`plan_item_id` text NOT NULL,
	`minutes_item_id` text,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`trial_end` integer,
	`cancel_at` integer,
	`canceled_at` integer,
	`ended_at` integer,
	`next_price_id` text,
	`schedule_id` text,
	`past_due_since` integer,
	`stripe_created` integer NOT NULL,
	`refreshed_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`read_after` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subscriptions_organization` ON `subscriptions` (`organization_id`,`stripe_created`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_unread` ON `subscriptions` (`refreshed_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `subscriptions_period` ON `subscriptions` (`period_end`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `trial_grants` (
	`holder` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`granted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trial_grants_organization` ON `trial_grants` (`organization_id`);--> statement-breakpoint
CREATE TABLE `number_endings` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`warnings` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `number_endings_due` ON `number_endings` (`due_at`);--> statement-breakpoint
CREATE TABLE `number_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`phone_number` text NOT NULL,
	`country` text NOT NULL,
	`kind` text NOT NULL,
	`locality` text,
	`region` text,
	`agent_id` text,
	`setup_amount` integer NOT NULL,
	`monthly_amount` integer NOT NULL,
	`currency` text NOT NULL,
	`session_id` text,
	`payment_intent_id` text,
	`refund_id` text,
	`number_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `number_orders_organization` ON `number_orders` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `number_orders_due` ON `number_orders` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `number_orders_living` ON `number_orders` (`phone_number`) WHERE state in ('open', 'paid');--> statement-breakpoint
CREATE INDEX `number_orders_owed` ON `number_orders` (`created_at`) WHERE state = 'refund_failed';--> statement-breakpoint
CREATE UNIQUE INDEX `number_orders_session` ON `number_orders` (`session_id`);--> statement-breakpoint
CREATE TABLE `number_prices` (
	`country` text NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`monthly_amount` integer NOT NULL,
	`price_id` text NOT NULL,
	PRIMARY KEY(`country`, `kind`, `currency`, `monthly_amount`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `number_prices_price_id_unique` ON `number_prices` (`price_id`);--> statement-breakpoint
CREATE TABLE `number_rents` (
	`number_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`phone_number` text NOT NULL,
	`country` text NOT NULL,
	`kind` text NOT NULL,
	`monthly_amount` integer NOT NULL,
	`currency` text NOT NULL,
	`paid_until` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`subscription_id` text,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `number_rents_organization` ON `number_rents` (`organization_id`,`ended_at`);--> statement-breakpoint
CREATE INDEX `number_rents_due` ON `number_rents` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `client_months` (
	`client_id` text NOT NULL,
	`month` text NOT NULL,
	`agency_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`calls` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`client_id`, `month`, `agency_id`, `starts_at`)
);
--> statement-breakpoint
CREATE INDEX `client_months_agency` ON `client_months` (`agency_id`,`month`,`client_id`);--> statement-breakpoint
CREATE TABLE `client_prices` (
	`agency_id` text NOT NULL,
	`tier` text NOT NULL,
	`client_id` text DEFAULT '' NOT NULL,
	`fee_amount` integer NOT NULL,
	`included_minutes` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`currency` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`agency_id`, `tier`, `client_id`)
);
--> statement-breakpoint
CREATE INDEX `client_prices_client` ON `client_prices` (`client_id`);--> statement-breakpoint
CREATE TABLE `client_terms` (
	`client_id` text NOT NULL,
	`month` text NOT NULL,
	`agency_id` text NOT NULL,
	`tier` text NOT NULL,
	`fee_amount` integer NOT NULL,
	`included_minutes` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`currency` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`subscription_id` text,
	`created_at` integer NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`client_id`, `month`, `agency_id`, `starts_at`)
);
--> statement-breakpoint
CREATE INDEX `client_terms_agency` ON `client_terms` (`agency_id`,`month`,`client_id`);--> statement-breakpoint
CREATE INDEX `client_terms_untold` ON `client_terms` (`created_at`) WHERE told_at is null;--> statement-breakpoint
CREATE TABLE `connected_accounts` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`charges_enabled` integer NOT NULL,
	`payouts_enabled` integer NOT NULL,
	`details_submitted` integer NOT NULL,
	`requirements` text NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`refreshed_at` integer NOT NULL,
	`disconnected_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connected_accounts_account_id_unique` ON `connected_accounts` (`account_id`);--> statement-breakpoint
CREATE TABLE `retail_prices` (
	`id` text PRIMARY KEY NOT NULL,
	`agency_id` text NOT NULL,
	`tier` text NOT NULL,
	`fee_amount` integer NOT NULL,
	`included_minutes` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`currency` text NOT NULL,
	`price_id` text,
	`minutes_price_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `retail_prices_price_id_unique` ON `retail_prices` (`price_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retail_prices_same` ON `retail_prices` (`agency_id`,`tier`,`fee_amount`,`included_minutes`,`minute_micros`,`currency`);--> statement-breakpoint
CREATE INDEX `retail_prices_unmade` ON `retail_prices` (`created_at`) WHERE price_id is null;--> statement-breakpoint
CREATE TABLE `meter_events` (
	`identifier` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`payer_id` text NOT NULL,
	`customer_id` text,
	`seconds` integer NOT NULL,
	`at` integer NOT NULL,
	`sent_at` integer,
	`due_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `meter_events_due` ON `meter_events` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `meter_events_payer` ON `meter_events` (`payer_id`,`at`,`seconds`);--> statement-breakpoint
CREATE INDEX `meter_events_waiting` ON `meter_events` (`payer_id`,`at`) WHERE sent_at is null and due_at is null;--> statement-breakpoint
CREATE INDEX `meter_events_old` ON `meter_events` (`at`);--> statement-breakpoint
CREATE INDEX `meter_events_organization` ON `meter_events` (`organization_id`,`at`);--> statement-breakpoint
CREATE TABLE `spending_caps` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`amount` integer,
	`currency` text NOT NULL,
	`action` text NOT NULL,
	`reached_in` integer,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `spending_warnings` (
	`organization_id` text NOT NULL,
	`period_start` integer NOT NULL,
	`percent` integer NOT NULL,
	`warned_at` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `period_start`, `percent`)
);
--> statement-breakpoint
ALTER TABLE `organizations` ADD `past_due_since` integer;--> statement-breakpoint
ALTER TABLE `organizations` ADD `next_tier` text;--> statement-breakpoint
ALTER TABLE `client_templates` ADD `price` text;