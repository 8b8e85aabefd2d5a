CREATE TABLE `campaign_counts` (
	`campaign_id` text NOT NULL,
	`state` text NOT NULL,
	`result` text NOT NULL,
	`leads` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`campaign_id`, `state`, `result`)
);
--> statement-breakpoint
CREATE TABLE `campaign_leads` (
	`campaign_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`phone_number` text NOT NULL,
	`time_zone` text,
	`state` text NOT NULL,
	`result` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`retried` text DEFAULT '{}' NOT NULL,
	`due_at` integer NOT NULL,
	`call_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `campaign_leads_due` ON `campaign_leads` (`campaign_id`,`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `campaign_leads_contact` ON `campaign_leads` (`contact_id`);--> statement-breakpoint
CREATE INDEX `campaign_leads_number` ON `campaign_leads` (`phone_number`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`draft` text NOT NULL,
	`time_zone` text NOT NULL,
	`locale` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`why` text,
	`held_until` integer,
	`next_at` integer DEFAULT 0 NOT NULL,
	`faults` integer DEFAULT 0 NOT NULL,
	`cursor` text,
	`read_at` integer,
	`asked` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`reached_goal` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_status` ON `campaigns` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `dial_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`campaign_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`phone_number` text NOT NULL,
	`number_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`state` text NOT NULL,
	`result` text,
	`why` text,
	`call_id` text,
	`outcome` text,
	`leased_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`asked_at` integer,
	`ended_at` integer,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`talk_seconds` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dial_attempts_open` ON `dial_attempts` (`campaign_id`,`id`) WHERE state <> 'over';--> statement-breakpoint
CREATE INDEX `dial_attempts_campaign` ON `dial_attempts` (`campaign_id`,`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `dial_attempts_number` ON `dial_attempts` (`phone_number`,`asked_at`);--> statement-breakpoint
CREATE INDEX `dial_attempts_asked` ON `dial_attempts` (`asked_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `dial_attempts_call` ON `dial_attempts` (`call_id`);--> statement-breakpoint
CREATE TABLE `dial_days` (
	`day` text PRIMARY KEY NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dial_ledger` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`attempt_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`at` integer NOT NULL,
	`content` text,
	`content_hash` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dial_ledger_attempt` ON `dial_ledger` (`attempt_id`);--> statement-breakpoint
CREATE INDEX `dial_ledger_campaign` ON `dial_ledger` (`campaign_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `dial_ledger_contact` ON `dial_ledger` (`contact_id`);--> statement-breakpoint
CREATE TABLE `screened_numbers` (
	`phone_number` text NOT NULL,
	`list_id` text NOT NULL,
	`line_type` text,
	PRIMARY KEY(`phone_number`, `list_id`)
);
--> statement-breakpoint
CREATE INDEX `screened_numbers_list` ON `screened_numbers` (`list_id`);--> statement-breakpoint
CREATE TABLE `screening_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`numbers` integer DEFAULT 0 NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
