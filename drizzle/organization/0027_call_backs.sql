CREATE TABLE `call_backs` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`call_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`is_needed` integer DEFAULT true NOT NULL,
	`reminded_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `call_backs_message` ON `call_backs` (`message_id`);--> statement-breakpoint
CREATE INDEX `call_backs_due` ON `call_backs` (`due_at`);--> statement-breakpoint
-- By hand: a call back names no one by itself, so it goes with its message.
CREATE TRIGGER call_backs_gone AFTER DELETE ON messages BEGIN
	DELETE FROM call_backs WHERE message_id = old.id;
END;
