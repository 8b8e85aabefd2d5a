CREATE TABLE `call_hour_days` (
	`day` text NOT NULL,
	`agent_id` text NOT NULL,
	`number_id` text NOT NULL,
	`hour` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `agent_id`, `number_id`, `hour`)
);
--> statement-breakpoint
CREATE TABLE `call_outcome_days` (
	`day` text NOT NULL,
	`agent_id` text NOT NULL,
	`number_id` text NOT NULL,
	`outcome` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `agent_id`, `number_id`, `outcome`)
);
--> statement-breakpoint
INSERT INTO `settings` (`name`, `value`) SELECT 'call_counts_left', max(`seq`) FROM `calls` HAVING max(`seq`) IS NOT NULL;
