ALTER TABLE `calls` ADD `end_detail` text;--> statement-breakpoint
UPDATE `calls` SET
  `end_detail` = CASE WHEN `end_reason` IN ('silence', 'max_duration', 'opt_out', 'transferred') THEN NULL ELSE `end_reason` END,
  `status` = CASE
    WHEN `status` = 'dialing' THEN 'ringing'
    WHEN `outcome` = 'missed' AND `end_reason` IN ('organization_deleted', 'organization_suspended', 'lines_full', 'no_line', 'outside_hours', 'no_agent', 'trial_over', 'spending_cap', 'usage_ceiling', 'unpaid') THEN 'rejected'
    ELSE `status` END,
  `end_reason` = CASE
    WHEN `end_reason` IN ('silence', 'max_duration', 'opt_out', 'transferred') THEN `end_reason`
    WHEN `end_reason` = 'hung_up' AND `answered_at` IS NULL AND `status` IN ('busy', 'no_answer') THEN `status`
    WHEN `end_reason` = 'hung_up' AND `answered_at` IS NULL AND `status` = 'failed' THEN 'telephony'
    WHEN `end_reason` = 'hung_up' THEN 'customer_hangup'
    WHEN `end_reason` = 'goodbye' AND `outcome` IN ('booked', 'moved', 'canceled', 'lead', 'message', 'call_back') THEN 'goal_reached'
    WHEN `end_reason` = 'goodbye' THEN 'agent_hangup'
    WHEN `end_reason` IN ('max_words') THEN 'max_duration'
    WHEN `end_reason` IN ('wrong_number', 'emergency') THEN 'custom_reason'
    WHEN `end_reason` IN ('abuse') THEN 'abuse_blocked'
    WHEN `end_reason` IN ('failed', 'lost') THEN 'platform'
    WHEN `end_reason` IN ('no_relay', 'line_lost') THEN 'telephony'
    WHEN `end_reason` IN ('lines_full', 'no_line') THEN 'concurrency'
    WHEN `end_reason` IN ('outside_hours') THEN 'outside_window'
    WHEN `end_reason` IN ('no_agent', 'organization_deleted', 'organization_suspended') THEN 'manual_stop'
    WHEN `end_reason` IN ('trial_over', 'usage_ceiling', 'unpaid') THEN 'no_credit'
    WHEN `end_reason` IN ('spending_cap') THEN 'daily_cap'
    ELSE 'custom_reason' END
WHERE `end_reason` IS NOT NULL;--> statement-breakpoint
UPDATE `calls` SET `status` = 'ringing' WHERE `status` = 'dialing' AND `end_reason` IS NULL;--> statement-breakpoint
UPDATE `live_calls` SET `status` = 'ringing' WHERE `status` = 'dialing';--> statement-breakpoint
CREATE INDEX `calls_end_reason` ON `calls` (`end_reason`,`id`);--> statement-breakpoint
CREATE TABLE `blocked_callers` (
	`id` text PRIMARY KEY NOT NULL,
	`pattern` text NOT NULL,
	`is_prefix` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_callers_pattern` ON `blocked_callers` (`pattern`,`is_prefix`);--> statement-breakpoint
CREATE INDEX `calls_caller_taken` ON `calls` (`other_number`,`id`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `calls_number_taken` ON `calls` (`number_id`,`id`) WHERE status <> 'rejected';