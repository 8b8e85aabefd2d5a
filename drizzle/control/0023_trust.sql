CREATE TABLE `incident_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`state` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `incident_updates_of` ON `incident_updates` (`incident_id`,`id`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`impact` text NOT NULL,
	`components` text NOT NULL,
	`started_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`started_at`);--> statement-breakpoint
CREATE TABLE `uptime_days` (
	`component` text NOT NULL,
	`day` integer NOT NULL,
	`probes` integer NOT NULL,
	`failures` integer NOT NULL,
	`last_slot` integer NOT NULL,
	`last_level` text NOT NULL,
	PRIMARY KEY(`component`, `day`)
);
