CREATE TABLE `live_lines` (
	`call_id` text NOT NULL,
	`seq` integer NOT NULL,
	`line` text NOT NULL,
	PRIMARY KEY(`call_id`, `seq`)
);
--> statement-breakpoint
INSERT INTO `live_lines` (`call_id`, `seq`, `line`) SELECT c.`call_id`, l.`key`, l.`value` FROM `live_calls` c, json_each(c.`lines`) l;
