ALTER TABLE `mail_outbox` ADD `recipient` text;--> statement-breakpoint
CREATE INDEX `mail_outbox_recipient` ON `mail_outbox` (`recipient`,`created_at`);