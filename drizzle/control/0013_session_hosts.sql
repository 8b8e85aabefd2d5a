ALTER TABLE `sessions` ADD `host` text;
--> statement-breakpoint
-- Existing sessions don't say which host they began on, so everybody signs in again once.
DELETE FROM `sessions`;
