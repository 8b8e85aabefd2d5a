CREATE INDEX `audit_events_account_listed` ON `audit_events` (`actor_id`,`created_at`,`id`) WHERE organization_id is null;--> statement-breakpoint
CREATE INDEX `audit_events_tried_listed` ON `audit_events` (`target`,`created_at`,`id`) WHERE actor_id is null;--> statement-breakpoint
DROP INDEX `audit_events_account`;--> statement-breakpoint
DROP INDEX `audit_events_tried`;