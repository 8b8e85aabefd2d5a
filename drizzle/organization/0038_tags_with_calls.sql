ALTER TABLE `calls` ADD `tags` text;--> statement-breakpoint
UPDATE `calls` SET `tags` = (SELECT group_concat(t.`tag`, char(10) ORDER BY t.`tag`) FROM `call_tags` t WHERE t.`call_id` = `calls`.`id`) WHERE `id` IN (SELECT `call_id` FROM `call_tags`);--> statement-breakpoint
CREATE TRIGGER call_tags_added AFTER INSERT ON call_tags BEGIN
	UPDATE calls SET tags = (SELECT group_concat(tag, char(10) ORDER BY tag) FROM call_tags WHERE call_id = new.call_id) WHERE id = new.call_id;
END;--> statement-breakpoint
CREATE TRIGGER call_tags_removed AFTER DELETE ON call_tags BEGIN
	UPDATE calls SET tags = (SELECT group_concat(tag, char(10) ORDER BY tag) FROM call_tags WHERE call_id = old.call_id) WHERE id = old.call_id;
END;