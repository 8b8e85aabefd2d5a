CREATE TABLE `live_lines` (
	`call_id` text NOT NULL,
	`seq` integer NOT NULL,
	`line` text NOT NULL,
	PRIMARY KEY(`call_id`, `seq`)
);
--> statement-breakpoint
INSERT INTO `live_lines` (`call_id`, `seq`, `line`) SELECT c.`call_id`, l.`key`, l.`value` FROM `live_calls` c, json_each(CASE WHEN json_valid(c.`lines`) THEN c.`lines` ELSE '[]' END) l;--> statement-breakpoint
ALTER TABLE `calls` ADD `caller_spoke` integer;--> statement-breakpoint
ALTER TABLE `calls` ADD `network` text;--> statement-breakpoint
ALTER TABLE `live_calls` ADD `network` text;--> statement-breakpoint
ALTER TABLE `booking_changes` ADD `author_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `author_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `is_web` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_author_action` ON `bookings` (`author_id`,`action_id`);