CREATE TABLE `text_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`agent_version` integer NOT NULL,
	`state` text,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ended_at` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE INDEX `text_conversations_thread` ON `text_conversations` (`thread_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `text_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`number_id` text,
	`our_number` text NOT NULL,
	`other_number` text NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`opted_out_at` integer,
	`consented_at` integer,
	`agent_off` text,
	`taken_by` text,
	`taken_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `text_threads_pair` ON `text_threads` (`our_number`,`other_number`);--> statement-breakpoint
CREATE INDEX `text_threads_last` ON `text_threads` (`last_at`);--> statement-breakpoint
CREATE INDEX `text_threads_other` ON `text_threads` (`other_number`);--> statement-breakpoint
CREATE TABLE `texts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`thread_id` text NOT NULL,
	`direction` text NOT NULL,
	`author` text NOT NULL,
	`author_id` text,
	`author_name` text,
	`text` text NOT NULL,
	`media` integer DEFAULT 0 NOT NULL,
	`segments` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`why` text,
	`is_waiting` integer DEFAULT false NOT NULL,
	`provider` text,
	`provider_message_id` text,
	`conversation_id` text,
	`agent_id` text,
	`key` text,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `texts_id_unique` ON `texts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `texts_key_unique` ON `texts` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `texts_provider` ON `texts` (`provider`,`provider_message_id`);--> statement-breakpoint
CREATE INDEX `texts_thread` ON `texts` (`thread_id`,`seq`);--> statement-breakpoint
CREATE INDEX `texts_waiting` ON `texts` (`thread_id`,`seq`) WHERE is_waiting = 1;--> statement-breakpoint
CREATE INDEX `texts_author` ON `texts` (`author`,`created_at`);