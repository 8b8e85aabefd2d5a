CREATE TABLE `agent_index` (
	`organization_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`organization_id`, `agent_id`)
);
--> statement-breakpoint
CREATE INDEX `support_visits_open` ON `support_visits` (`ends_at`) WHERE ended_at is null;