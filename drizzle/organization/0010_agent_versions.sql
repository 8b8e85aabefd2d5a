CREATE TABLE `agent_version_outcomes` (
	`agent_id` text NOT NULL,
	`version` integer NOT NULL,
	`outcome` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`agent_id`, `version`, `outcome`)
);
--> statement-breakpoint
CREATE TABLE `agent_versions` (
	`agent_id` text NOT NULL,
	`version` integer NOT NULL,
	`spec` text NOT NULL,
	`status` text NOT NULL,
	`share` integer DEFAULT 100 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`from_version` integer,
	`before_version` integer,
	`tests_total` integer,
	`tests_failed` integer,
	`published_by` text,
	`published_at` integer NOT NULL,
	`ended_at` integer,
	`verdict` text,
	PRIMARY KEY(`agent_id`, `version`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_versions_answering` ON `agent_versions` (`agent_id`,`status`) WHERE status in ('published', 'trial');--> statement-breakpoint
CREATE INDEX `calls_agent_version` ON `calls` (`agent_id`,`agent_version`,`id`);--> statement-breakpoint
INSERT INTO `agent_versions` (`agent_id`, `version`, `spec`, `status`, `published_at`)
	SELECT `id`, `version`, `spec`, 'published', `updated_at` FROM `agents`;--> statement-breakpoint
INSERT INTO `agent_version_outcomes` (`agent_id`, `version`, `outcome`, `calls`)
	SELECT `agent_id`, `agent_version`, `outcome`, count(*) FROM `calls`
	WHERE `agent_id` IS NOT NULL AND `agent_version` IS NOT NULL AND `type` <> 'test'
	GROUP BY `agent_id`, `agent_version`, `outcome`;
