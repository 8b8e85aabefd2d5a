ALTER TABLE `booking_changes` ADD `author_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `author_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_author_action` ON `bookings` (`author_id`,`action_id`);