CREATE TABLE `event_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_outbox_due` ON `event_outbox` (`due_at`);--> statement-breakpoint
CREATE INDEX `event_outbox_organization` ON `event_outbox` (`organization_id`);