ALTER TABLE `contact_tasks` ADD `assignee_id` text;--> statement-breakpoint
ALTER TABLE `contact_tasks` ADD `assignee_name` text;