ALTER TABLE `sessions` ADD `crossed_from` text;--> statement-breakpoint
CREATE INDEX `sessions_crossed_from` ON `sessions` (`crossed_from`);