CREATE TABLE `known_networks` (
	`network` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`last_used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_networks_user` ON `known_networks` (`user_id`);--> statement-breakpoint
CREATE INDEX `known_networks_used` ON `known_networks` (`last_used_at`);