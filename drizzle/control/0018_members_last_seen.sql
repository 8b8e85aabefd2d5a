ALTER TABLE `organization_members` ADD `last_seen_at` integer;--> statement-breakpoint
-- Until now only sessions knew when a person was here: it counts for the organization that their profile names.
UPDATE `organization_members` SET `last_seen_at` =
	(SELECT max(`s`.`last_seen_at`) FROM `sessions` `s` WHERE `s`.`user_id` = `organization_members`.`user_id` AND `s`.`kind` = 'full')
	WHERE `organization_id` = (SELECT `p`.`organization_id` FROM `profiles` `p` WHERE `p`.`id` = `organization_members`.`user_id`);
