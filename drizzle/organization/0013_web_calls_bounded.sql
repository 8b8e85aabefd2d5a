ALTER TABLE `calls` ADD `caller_spoke` integer;--> statement-breakpoint
ALTER TABLE `calls` ADD `network` text;--> statement-breakpoint
ALTER TABLE `live_calls` ADD `network` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `is_web` integer DEFAULT false NOT NULL;