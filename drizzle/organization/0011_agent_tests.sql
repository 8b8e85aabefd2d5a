CREATE TABLE `agent_test_runs` (
	`seq` integer PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`brain` text NOT NULL,
	`agent_version` integer NOT NULL,
	`verdict` text NOT NULL,
	`played` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agent_test_runs_test` ON `agent_test_runs` (`test_id`,`brain`,`seq`);--> statement-breakpoint
CREATE TABLE `agent_tests` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`agent_id` text NOT NULL,
	`name` text NOT NULL,
	`test` text NOT NULL,
	`call_id` text,
	`playing_since` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_tests_id_unique` ON `agent_tests` (`id`);--> statement-breakpoint
CREATE INDEX `agent_tests_agent` ON `agent_tests` (`agent_id`);--> statement-breakpoint
CREATE INDEX `agent_tests_call` ON `agent_tests` (`call_id`);