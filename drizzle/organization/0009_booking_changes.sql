CREATE TABLE `booking_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`call_id` text NOT NULL,
	`action_id` text NOT NULL,
	`kind` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_changes_action` ON `booking_changes` (`call_id`,`action_id`);--> statement-breakpoint
CREATE INDEX `booking_changes_booking` ON `booking_changes` (`booking_id`);