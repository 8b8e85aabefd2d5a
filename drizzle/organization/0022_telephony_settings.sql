ALTER TABLE `live_calls` ADD `forward` text;--> statement-breakpoint
ALTER TABLE `numbers` ADD `outbound_agent_id` text;--> statement-breakpoint
ALTER TABLE `numbers` ADD `routing` text;