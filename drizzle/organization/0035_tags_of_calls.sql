DROP INDEX `call_tags_call`;--> statement-breakpoint
CREATE INDEX `call_tags_of_call` ON `call_tags` (`call_id`,`tag`);