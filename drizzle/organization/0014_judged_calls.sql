ALTER TABLE `calls` ADD `success` text;--> statement-breakpoint
ALTER TABLE `calls` ADD `sentiment` text;--> statement-breakpoint
ALTER TABLE `calls` ADD `last_said` text;--> statement-breakpoint
CREATE INDEX `calls_success` ON `calls` (`success`,`id`);--> statement-breakpoint
CREATE INDEX `calls_sentiment` ON `calls` (`sentiment`,`id`);--> statement-breakpoint
UPDATE `calls` SET (`success`, `sentiment`) = (SELECT a.`success`, a.`sentiment` FROM `call_analyses` a WHERE a.`call_id` = `calls`.`id`) WHERE `id` IN (SELECT `call_id` FROM `call_analyses`);