ALTER TABLE `calls` ADD `status_group` text GENERATED ALWAYS AS (case when status in ('busy', 'no_answer', 'canceled', 'rejected') then 'not_connected' else status end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `calls_status_group` ON `calls` (`status_group`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_contact` ON `bookings` (`contact_id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `bookings_phone` ON `bookings` (`phone_number`) WHERE phone_number is not null;