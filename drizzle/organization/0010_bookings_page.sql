CREATE TABLE `__new_booking_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`call_id` text,
	`author_id` text,
	`action_id` text NOT NULL,
	`kind` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer,
	`at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_booking_changes`("id", "booking_id", "call_id", "author_id", "action_id", "kind", "from", "to", "at") SELECT "id", "booking_id", "call_id", null, "action_id", "kind", "from", "to", "at" FROM `booking_changes`;--> statement-breakpoint
DROP TABLE `booking_changes`;--> statement-breakpoint
ALTER TABLE `__new_booking_changes` RENAME TO `booking_changes`;--> statement-breakpoint
CREATE UNIQUE INDEX `booking_changes_action` ON `booking_changes` (`call_id`,`action_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `booking_changes_author` ON `booking_changes` (`author_id`,`action_id`);--> statement-breakpoint
CREATE INDEX `booking_changes_booking` ON `booking_changes` (`booking_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `author_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_author_action` ON `bookings` (`author_id`,`action_id`);