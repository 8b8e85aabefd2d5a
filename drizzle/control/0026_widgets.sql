CREATE TABLE `widgets` (
	`public_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`enabled` integer NOT NULL,
	`allowed_hosts` text NOT NULL,
	`position` text NOT NULL,
	`greeting` text NOT NULL,
	`color` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `widgets_agent` ON `widgets` (`organization_id`,`agent_id`);