CREATE TABLE `agents` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`spec` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agents_id_unique` ON `agents` (`id`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar` text DEFAULT 'main' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`phone_number` text,
	`email` text,
	`notes` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`call_id` text,
	`action_id` text,
	`agent_id` text,
	`contact_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_slot` ON `bookings` (`calendar`,`starts_at`) WHERE status = 'booked';--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_action` ON `bookings` (`call_id`,`action_id`);--> statement-breakpoint
CREATE INDEX `bookings_ends` ON `bookings` (`calendar`,`ends_at`);--> statement-breakpoint
CREATE TABLE `call_days` (
	`day` text NOT NULL,
	`agent_id` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`booked` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `agent_id`)
);
--> statement-breakpoint
CREATE TABLE `call_transcripts` (
	`call_id` text PRIMARY KEY NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `calls` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`direction` text NOT NULL,
	`status` text NOT NULL,
	`outcome` text NOT NULL,
	`ended_by` text,
	`end_reason` text,
	`agent_id` text,
	`agent_name` text,
	`agent_version` integer,
	`number_id` text,
	`our_number` text,
	`other_number` text,
	`contact_id` text,
	`contact_name` text,
	`provider` text NOT NULL,
	`provider_call_id` text,
	`started_at` integer NOT NULL,
	`answered_at` integer,
	`ended_at` integer,
	`talk_seconds` integer DEFAULT 0 NOT NULL,
	`summary` text,
	`fields` text DEFAULT '[]' NOT NULL,
	`booking_id` text,
	`cost_items` text DEFAULT '[]' NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`answer_ms` integer,
	`interruptions` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calls_id_unique` ON `calls` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `calls_provider_call` ON `calls` (`provider`,`provider_call_id`);--> statement-breakpoint
CREATE INDEX `calls_agent` ON `calls` (`agent_id`,`id`);--> statement-breakpoint
CREATE INDEX `calls_number` ON `calls` (`number_id`,`id`);--> statement-breakpoint
CREATE INDEX `calls_outcome` ON `calls` (`outcome`,`id`);--> statement-breakpoint
CREATE INDEX `calls_direction` ON `calls` (`direction`,`id`);--> statement-breakpoint
CREATE INDEX `calls_agent_outcome` ON `calls` (`agent_id`,`outcome`,`id`);--> statement-breakpoint
CREATE INDEX `calls_contact` ON `calls` (`contact_id`,`id`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`phone_number` text,
	`name` text,
	`email` text,
	`status` text DEFAULT 'new' NOT NULL,
	`source` text NOT NULL,
	`last_called_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_id_unique` ON `contacts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_phone` ON `contacts` (`phone_number`) WHERE phone_number is not null and archived_at is null;--> statement-breakpoint
CREATE TABLE `live_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`agent_id` text,
	`agent_name` text,
	`number_id` text,
	`direction` text NOT NULL,
	`other_number` text,
	`caller_name` text,
	`provider` text NOT NULL,
	`provider_call_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_words` text,
	`lines` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `numbers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`phone_number` text NOT NULL,
	`label` text,
	`country` text NOT NULL,
	`locality` text,
	`region` text,
	`provider` text NOT NULL,
	`provider_sid` text,
	`status` text NOT NULL,
	`agent_id` text,
	`monthly_cost_micros` integer,
	`currency` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`released_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `numbers_id_unique` ON `numbers` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `numbers_held` ON `numbers` (`phone_number`) WHERE status in ('buying', 'active', 'releasing');--> statement-breakpoint
CREATE INDEX `numbers_agent` ON `numbers` (`agent_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`agent_id` text NOT NULL,
	`key` text NOT NULL,
	`question` text NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`first_call_id` text,
	`last_call_id` text,
	`last_asked_at` integer NOT NULL,
	`answered_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `questions_key` ON `questions` (`agent_id`,`key`);--> statement-breakpoint
CREATE INDEX `questions_open` ON `questions` (`answered_at`,`times`);--> statement-breakpoint
CREATE TABLE `timers` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
--> statement-breakpoint
CREATE INDEX `timers_due` ON `timers` (`due_at`);