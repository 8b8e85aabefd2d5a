ALTER TABLE `outbox` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);