CREATE TABLE `agents` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`spec` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
CREATE UNIQUE INDEX `agents_id_unique` ON `agents` (`id`);
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`calendar` text DEFAULT 'main' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`phone_number` text,
	`email` text,
	`notes` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`call_id` text,
	`action_id` text,
	`agent_id` text,
	`contact_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `version` integer DEFAULT 0 NOT NULL, `author_id` text, `is_web` integer DEFAULT false NOT NULL);
CREATE UNIQUE INDEX `bookings_slot` ON `bookings` (`calendar`,`starts_at`) WHERE status = 'booked';
CREATE UNIQUE INDEX `bookings_action` ON `bookings` (`call_id`,`action_id`);
CREATE INDEX `bookings_ends` ON `bookings` (`calendar`,`ends_at`);
CREATE TABLE `call_days` (
	`day` text NOT NULL,
	`agent_id` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`booked` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `agent_id`)
);
CREATE TABLE `call_transcripts` (
	`call_id` text PRIMARY KEY NOT NULL,
	`lines` text NOT NULL
);
CREATE TABLE `calls` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`direction` text NOT NULL,
	`status` text NOT NULL,
	`outcome` text NOT NULL,
	`ended_by` text,
	`end_reason` text,
	`agent_id` text,
	`agent_name` text,
	`agent_version` integer,
	`number_id` text,
	`our_number` text,
	`other_number` text,
	`contact_id` text,
	`contact_name` text,
	`provider` text NOT NULL,
	`provider_call_id` text,
	`started_at` integer NOT NULL,
	`answered_at` integer,
	`ended_at` integer,
	`talk_seconds` integer DEFAULT 0 NOT NULL,
	`summary` text,
	`fields` text DEFAULT '[]' NOT NULL,
	`booking_id` text,
	`cost_items` text DEFAULT '[]' NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`answer_ms` integer,
	`interruptions` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `caller_spoke` integer, `network` text, `success` text, `sentiment` text, `last_said` text, `model_use` text DEFAULT '[]' NOT NULL, `end_detail` text, `length_class` text GENERATED ALWAYS AS (case when talk_seconds = 0 then 'none' when talk_seconds < 30 then 'short' when talk_seconds < 120 then 'medium' when talk_seconds < 300 then 'long' else 'longest' end) VIRTUAL, `cost_class` text GENERATED ALWAYS AS (case when cost_micros = 0 then 'none' when cost_micros < 100000 then 'low' when cost_micros < 500000 then 'medium' when cost_micros < 1000000 then 'high' else 'highest' end) VIRTUAL, `status_group` text GENERATED ALWAYS AS (case when status in ('busy', 'no_answer', 'canceled', 'rejected') then 'not_connected' else status end) VIRTUAL, `tags` text);
CREATE UNIQUE INDEX `calls_id_unique` ON `calls` (`id`);
CREATE UNIQUE INDEX `calls_provider_call` ON `calls` (`provider`,`provider_call_id`);
CREATE INDEX `calls_agent` ON `calls` (`agent_id`,`id`);
CREATE INDEX `calls_number` ON `calls` (`number_id`,`id`);
CREATE INDEX `calls_outcome` ON `calls` (`outcome`,`id`);
CREATE INDEX `calls_direction` ON `calls` (`direction`,`id`);
CREATE INDEX `calls_agent_outcome` ON `calls` (`agent_id`,`outcome`,`id`);
CREATE INDEX `calls_contact` ON `calls` (`contact_id`,`id`);
CREATE TABLE `contacts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`phone_number` text,
	`name` text,
	`email` text,
	`status` text DEFAULT 'new' NOT NULL,
	`source` text NOT NULL,
	`last_called_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
, `company` text, `address` text, `time_zone` text, `country` text, `custom` text DEFAULT '{}' NOT NULL, `import_id` text);
CREATE UNIQUE INDEX `contacts_id_unique` ON `contacts` (`id`);
CREATE UNIQUE INDEX `contacts_phone` ON `contacts` (`phone_number`) WHERE phone_number is not null and archived_at is null;
CREATE TABLE `live_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`agent_id` text,
	`agent_name` text,
	`number_id` text,
	`direction` text NOT NULL,
	`other_number` text,
	`caller_name` text,
	`provider` text NOT NULL,
	`provider_call_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_words` text,
	`lines` text DEFAULT '[]' NOT NULL
, `agent_version` integer, `our_number` text, `status` text DEFAULT 'ringing' NOT NULL, `time_zone` text, `currency` text, `longest_seconds` integer, `network` text, `forward` text, `transferring_to` text);
CREATE TABLE `numbers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`phone_number` text NOT NULL,
	`label` text,
	`country` text NOT NULL,
	`locality` text,
	`region` text,
	`provider` text NOT NULL,
	`provider_sid` text,
	`status` text NOT NULL,
	`agent_id` text,
	`monthly_cost_micros` integer,
	`currency` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`released_at` integer
, `account_id` text, `outbound_agent_id` text, `routing` text, `is_in_subaccount` integer DEFAULT false NOT NULL);
CREATE UNIQUE INDEX `numbers_id_unique` ON `numbers` (`id`);
CREATE UNIQUE INDEX `numbers_held` ON `numbers` (`phone_number`) WHERE status in ('buying', 'active', 'releasing');
CREATE INDEX `numbers_agent` ON `numbers` (`agent_id`);
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
, `due_at` integer DEFAULT 0 NOT NULL);
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`agent_id` text NOT NULL,
	`key` text NOT NULL,
	`question` text NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`first_call_id` text,
	`last_call_id` text,
	`last_asked_at` integer NOT NULL,
	`answered_at` integer,
	`created_at` integer NOT NULL
, `dismissed_at` integer, `merged_into` text);
CREATE UNIQUE INDEX `questions_key` ON `questions` (`agent_id`,`key`);
CREATE INDEX `questions_open` ON `questions` (`answered_at`,`times`);
CREATE TABLE `timers` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
CREATE INDEX `timers_due` ON `timers` (`due_at`);
CREATE VIRTUAL TABLE call_words USING fts5(words, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`agent_id` text,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`name` text,
	`phone_number` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`done_by` text,
	`done_by_name` text
);
CREATE UNIQUE INDEX `messages_call_text` ON `messages` (`call_id`,`text`);
CREATE INDEX `messages_open` ON `messages` (`id`) WHERE done_at is null;
CREATE TABLE `usage_days` (
	`day` text NOT NULL,
	`period_start` integer NOT NULL,
	`calls` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`day`, `period_start`)
);
CREATE TABLE `usage_records` (
	`call_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`day` text NOT NULL,
	`direction` text NOT NULL,
	`billable_seconds` integer NOT NULL,
	`included_seconds` integer NOT NULL,
	`overage_seconds` integer NOT NULL,
	`cost_lines` text NOT NULL,
	`price_lines` text NOT NULL,
	`terms` text,
	`period_start` integer,
	`position` integer,
	`used_before` integer,
	`currency` text NOT NULL,
	`recorded_at` integer NOT NULL
);
CREATE INDEX `usage_records_period` ON `usage_records` (`period_start`,`position`);
CREATE INDEX `usage_records_at` ON `usage_records` (`at`);
CREATE TABLE `usage_terms` (
	`period_start` integer PRIMARY KEY NOT NULL,
	`period_end` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`tier` text NOT NULL,
	`included_seconds` integer NOT NULL,
	`minute_micros` integer NOT NULL,
	`currency` text NOT NULL,
	`is_trial` integer NOT NULL,
	`read_at` integer NOT NULL
);
CREATE TABLE `knowledge_passages` (
	`seq` integer PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`place` integer NOT NULL,
	`title` text NOT NULL,
	`heading` text NOT NULL,
	`text` text NOT NULL
);
CREATE UNIQUE INDEX `knowledge_passages_place` ON `knowledge_passages` (`source_id`,`place`);
CREATE TABLE `knowledge_sources` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`address` text,
	`file_name` text,
	`file_type` text,
	`text` text,
	`sha256` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`characters` integer DEFAULT 0 NOT NULL,
	`passages` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`agent_ids` text,
	`has_instructions` integer DEFAULT false NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`imported_at` integer
);
CREATE UNIQUE INDEX `knowledge_sources_id_unique` ON `knowledge_sources` (`id`);
CREATE UNIQUE INDEX `knowledge_sources_content` ON `knowledge_sources` (`sha256`) WHERE sha256 is not null;
CREATE UNIQUE INDEX `knowledge_sources_address` ON `knowledge_sources` (`address`) WHERE address is not null;
CREATE VIRTUAL TABLE knowledge_words USING fts5(title, heading, text, content='knowledge_passages', content_rowid='seq', tokenize='porter unicode61 remove_diacritics 2');
CREATE TRIGGER knowledge_passages_added AFTER INSERT ON knowledge_passages BEGIN
	INSERT INTO knowledge_words(rowid, title, heading, text) VALUES (new.seq, new.title, new.heading, new.text);
END;
CREATE TRIGGER knowledge_passages_removed AFTER DELETE ON knowledge_passages BEGIN
	INSERT INTO knowledge_words(knowledge_words, rowid, title, heading, text) VALUES ('delete', old.seq, old.title, old.heading, old.text);
END;
CREATE TRIGGER knowledge_passages_changed AFTER UPDATE ON knowledge_passages BEGIN
	INSERT INTO knowledge_words(knowledge_words, rowid, title, heading, text) VALUES ('delete', old.seq, old.title, old.heading, old.text);
	INSERT INTO knowledge_words(rowid, title, heading, text) VALUES (new.seq, new.title, new.heading, new.text);
END;
CREATE TABLE `booking_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`call_id` text NOT NULL,
	`action_id` text NOT NULL,
	`kind` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer,
	`at` integer NOT NULL
, `author_id` text);
CREATE UNIQUE INDEX `booking_changes_action` ON `booking_changes` (`call_id`,`action_id`);
CREATE INDEX `booking_changes_booking` ON `booking_changes` (`booking_id`);
CREATE TABLE `agent_version_outcomes` (
	`agent_id` text NOT NULL,
	`version` integer NOT NULL,
	`outcome` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`agent_id`, `version`, `outcome`)
);
CREATE TABLE `agent_versions` (
	`agent_id` text NOT NULL,
	`version` integer NOT NULL,
	`spec` text NOT NULL,
	`status` text NOT NULL,
	`share` integer DEFAULT 100 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`from_version` integer,
	`before_version` integer,
	`tests_total` integer,
	`tests_failed` integer,
	`published_by` text,
	`published_at` integer NOT NULL,
	`ended_at` integer,
	`verdict` text,
	PRIMARY KEY(`agent_id`, `version`)
);
CREATE UNIQUE INDEX `agent_versions_answering` ON `agent_versions` (`agent_id`,`status`) WHERE status in ('published', 'trial');
CREATE INDEX `calls_agent_version` ON `calls` (`agent_id`,`agent_version`,`id`);
CREATE TABLE `agent_test_runs` (
	`seq` integer PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`brain` text NOT NULL,
	`agent_version` integer NOT NULL,
	`verdict` text NOT NULL,
	`played` text NOT NULL,
	`at` integer NOT NULL
);
CREATE INDEX `agent_test_runs_test` ON `agent_test_runs` (`test_id`,`brain`,`seq`);
CREATE TABLE `agent_tests` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`agent_id` text NOT NULL,
	`name` text NOT NULL,
	`test` text NOT NULL,
	`call_id` text,
	`playing_since` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `agent_tests_id_unique` ON `agent_tests` (`id`);
CREATE INDEX `agent_tests_agent` ON `agent_tests` (`agent_id`);
CREATE INDEX `agent_tests_call` ON `agent_tests` (`call_id`);
CREATE TABLE `call_analyses` (
	`call_id` text PRIMARY KEY NOT NULL,
	`summary` text NOT NULL,
	`success` text NOT NULL,
	`sentiment` text NOT NULL,
	`answers` text NOT NULL,
	`model` text,
	`fault` text,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `live_lines` (
	`call_id` text NOT NULL,
	`seq` integer NOT NULL,
	`line` text NOT NULL,
	PRIMARY KEY(`call_id`, `seq`)
);
CREATE UNIQUE INDEX `bookings_author_action` ON `bookings` (`author_id`,`action_id`);
CREATE INDEX `calls_success` ON `calls` (`success`,`id`);
CREATE INDEX `calls_sentiment` ON `calls` (`sentiment`,`id`);
CREATE INDEX `calls_end_reason` ON `calls` (`end_reason`,`id`);
CREATE TABLE `blocked_callers` (
	`id` text PRIMARY KEY NOT NULL,
	`pattern` text NOT NULL,
	`is_prefix` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `blocked_callers_pattern` ON `blocked_callers` (`pattern`,`is_prefix`);
CREATE INDEX `calls_caller_taken` ON `calls` (`other_number`,`id`) WHERE status <> 'rejected';
CREATE INDEX `calls_number_taken` ON `calls` (`number_id`,`id`) WHERE status <> 'rejected';
CREATE TABLE `call_columns` (
	`user_id` text PRIMARY KEY NOT NULL,
	`columns` text NOT NULL
);
CREATE TABLE `call_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer
);
CREATE INDEX `call_notes_call` ON `call_notes` (`call_id`,`id`);
CREATE TABLE `call_tags` (
	`tag` text NOT NULL,
	`call_id` text NOT NULL,
	`agent_id` text,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `call_tags_tag` ON `call_tags` (`tag`,`call_id`);
CREATE INDEX `call_tags_agent` ON `call_tags` (`tag`,`agent_id`,`call_id`);
CREATE INDEX `call_tags_outcome` ON `call_tags` (`tag`,`outcome`,`call_id`);
CREATE TABLE `call_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`is_shared` integer NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `call_views_user` ON `call_views` (`user_id`);
CREATE INDEX `calls_length` ON `calls` (`length_class`,`id`);
CREATE INDEX `calls_agent_length` ON `calls` (`agent_id`,`length_class`,`id`);
CREATE INDEX `calls_cost` ON `calls` (`cost_class`,`id`);
CREATE TABLE `call_hour_days` (
	`day` text NOT NULL,
	`agent_id` text NOT NULL,
	`number_id` text NOT NULL,
	`hour` integer NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `agent_id`, `number_id`, `hour`)
);
CREATE TABLE `call_outcome_days` (
	`day` text NOT NULL,
	`agent_id` text NOT NULL,
	`number_id` text NOT NULL,
	`outcome` text NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `agent_id`, `number_id`, `outcome`)
);
CREATE TABLE `placed_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`reason` text,
	`asked_by` text NOT NULL,
	`asked_name` text NOT NULL,
	`ruling` text NOT NULL,
	`account_id` text,
	`carrier_words` text,
	`answered_by` text,
	`handed_at` integer,
	`created_at` integer NOT NULL
, `voicemail` text);
CREATE UNIQUE INDEX `placed_calls_key` ON `placed_calls` (`key`);
CREATE TABLE `call_recordings` (
	`call_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`provider` text NOT NULL,
	`account_id` text,
	`provider_call_id` text NOT NULL,
	`sid` text,
	`seconds` integer,
	`bytes` integer,
	`content_type` text,
	`peaks` text,
	`ended_at` integer,
	`stored_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE INDEX `call_recordings_stored` ON `call_recordings` (`status`,`call_id`);
CREATE TABLE `transfer_attempts` (
	`call_id` text NOT NULL,
	`n` integer NOT NULL,
	`target_id` text,
	`name` text NOT NULL,
	`phone_number` text NOT NULL,
	`mode` text NOT NULL,
	`outcome` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`talk_seconds` integer NOT NULL,
	PRIMARY KEY(`call_id`, `n`)
);
CREATE INDEX `transfer_attempts_started` ON `transfer_attempts` (`started_at`);
CREATE TABLE `transfer_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone_number` text NOT NULL,
	`use_when` text DEFAULT '' NOT NULL,
	`mode` text NOT NULL,
	`ring_seconds` integer NOT NULL,
	`hours` text,
	`time_zone` text NOT NULL,
	`position` integer NOT NULL,
	`paused_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE INDEX `transfer_targets_position` ON `transfer_targets` (`position`);
CREATE TABLE `text_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`agent_version` integer NOT NULL,
	`state` text,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ended_at` integer,
	`outcome` text
);
CREATE INDEX `text_conversations_thread` ON `text_conversations` (`thread_id`,`started_at`);
CREATE TABLE `text_threads` (
	`id` text PRIMARY KEY NOT NULL,
	`number_id` text,
	`our_number` text NOT NULL,
	`other_number` text NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`opted_out_at` integer,
	`consented_at` integer,
	`agent_off` text,
	`taken_by` text,
	`taken_until` integer,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `text_threads_pair` ON `text_threads` (`our_number`,`other_number`);
CREATE INDEX `text_threads_last` ON `text_threads` (`last_at`);
CREATE INDEX `text_threads_other` ON `text_threads` (`other_number`);
CREATE TABLE `texts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`thread_id` text NOT NULL,
	`direction` text NOT NULL,
	`author` text NOT NULL,
	`author_id` text,
	`author_name` text,
	`text` text NOT NULL,
	`media` integer DEFAULT 0 NOT NULL,
	`segments` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`why` text,
	`is_waiting` integer DEFAULT false NOT NULL,
	`provider` text,
	`provider_message_id` text,
	`conversation_id` text,
	`agent_id` text,
	`key` text,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `texts_id_unique` ON `texts` (`id`);
CREATE UNIQUE INDEX `texts_key_unique` ON `texts` (`key`);
CREATE UNIQUE INDEX `texts_provider` ON `texts` (`provider`,`provider_message_id`);
CREATE INDEX `texts_thread` ON `texts` (`thread_id`,`seq`);
CREATE INDEX `texts_waiting` ON `texts` (`thread_id`,`seq`) WHERE is_waiting = 1;
CREATE INDEX `texts_author` ON `texts` (`author`,`created_at`);
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`phone_number` text,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`source` text NOT NULL,
	`proof` text DEFAULT '' NOT NULL,
	`given_at` integer NOT NULL,
	`revoked_at` integer,
	`created_by` text,
	`import_id` text
);
CREATE INDEX `consents_contact` ON `consents` (`contact_id`,`channel`);
CREATE INDEX `consents_number` ON `consents` (`phone_number`) WHERE phone_number is not null;
CREATE INDEX `consents_import` ON `consents` (`import_id`) WHERE import_id is not null;
CREATE TABLE `contact_emails` (
	`email` text NOT NULL,
	`contact_id` text NOT NULL,
	`label` text,
	`is_primary` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`email`, `contact_id`)
);
CREATE INDEX `contact_emails_contact` ON `contact_emails` (`contact_id`);
CREATE TABLE `contact_fields` (
	`key` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE TABLE `contact_import_changes` (
	`import_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`before` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`import_id`, `contact_id`)
);
CREATE TABLE `contact_import_errors` (
	`import_id` text NOT NULL,
	`row` integer NOT NULL,
	`reason` text NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`import_id`, `row`)
);
CREATE TABLE `contact_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`file_name` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`encoding` text,
	`sample` text DEFAULT '[]' NOT NULL,
	`options` text,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes_read` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL,
	`why` text,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer
);
CREATE TABLE `contact_list_members` (
	`list_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`import_id` text,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`list_id`, `contact_id`)
);
CREATE INDEX `contact_list_members_contact` ON `contact_list_members` (`contact_id`);
CREATE INDEX `contact_list_members_import` ON `contact_list_members` (`import_id`) WHERE import_id is not null;
CREATE TABLE `contact_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE TABLE `contact_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `contact_notes_contact` ON `contact_notes` (`contact_id`,`id`);
CREATE TABLE `contact_numbers` (
	`phone_number` text NOT NULL,
	`contact_id` text NOT NULL,
	`label` text,
	`is_primary` integer NOT NULL,
	`line_type` text,
	`is_live` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`phone_number`, `contact_id`)
);
CREATE UNIQUE INDEX `contact_numbers_live` ON `contact_numbers` (`phone_number`) WHERE is_live = 1;
CREATE INDEX `contact_numbers_contact` ON `contact_numbers` (`contact_id`);
CREATE TABLE `contact_segments` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE TABLE `contact_tags` (
	`tag` text NOT NULL,
	`contact_id` text NOT NULL,
	`import_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tag`, `contact_id`)
);
CREATE INDEX `contact_tags_contact` ON `contact_tags` (`contact_id`);
CREATE INDEX `contact_tags_import` ON `contact_tags` (`import_id`) WHERE import_id is not null;
CREATE TABLE `do_not_call` (
	`phone_number` text PRIMARY KEY NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`source` text NOT NULL,
	`by` text,
	`by_name` text,
	`at` integer NOT NULL
);
CREATE INDEX `do_not_call_at` ON `do_not_call` (`at`,`phone_number`);
CREATE TABLE `do_not_call_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`phone_number` text NOT NULL,
	`change` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`source` text NOT NULL,
	`by` text,
	`by_name` text,
	`at` integer NOT NULL
);
CREATE INDEX `do_not_call_changes_number` ON `do_not_call_changes` (`phone_number`,`id`);
CREATE INDEX `contacts_status` ON `contacts` (`status`,`id`) WHERE archived_at is null;
CREATE INDEX `contacts_archived` ON `contacts` (`id`) WHERE archived_at is not null;
CREATE INDEX `contacts_import` ON `contacts` (`import_id`,`id`) WHERE import_id is not null;
CREATE INDEX `bookings_contact` ON `bookings` (`contact_id`) WHERE contact_id is not null;
CREATE INDEX `bookings_phone` ON `bookings` (`phone_number`) WHERE phone_number is not null;
CREATE VIRTUAL TABLE contact_words USING fts5(words, content='', contentless_delete=1, detail=none, prefix='2 3 4 5', tokenize='unicode61 remove_diacritics 2');
CREATE TABLE `campaign_counts` (
	`campaign_id` text NOT NULL,
	`state` text NOT NULL,
	`result` text NOT NULL,
	`leads` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`campaign_id`, `state`, `result`)
);
CREATE TABLE `campaign_leads` (
	`campaign_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`phone_number` text NOT NULL,
	`time_zone` text,
	`state` text NOT NULL,
	`result` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`retried` text DEFAULT '{}' NOT NULL,
	`due_at` integer NOT NULL,
	`call_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `contact_id`)
);
CREATE INDEX `campaign_leads_due` ON `campaign_leads` (`campaign_id`,`state`,`due_at`);
CREATE INDEX `campaign_leads_contact` ON `campaign_leads` (`contact_id`);
CREATE INDEX `campaign_leads_number` ON `campaign_leads` (`phone_number`);
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`draft` text NOT NULL,
	`time_zone` text NOT NULL,
	`locale` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`why` text,
	`held_until` integer,
	`next_at` integer DEFAULT 0 NOT NULL,
	`faults` integer DEFAULT 0 NOT NULL,
	`cursor` text,
	`read_at` integer,
	`asked` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`reached_goal` integer DEFAULT 0 NOT NULL
);
CREATE INDEX `campaigns_status` ON `campaigns` (`status`,`id`);
CREATE TABLE `dial_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`campaign_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`phone_number` text NOT NULL,
	`number_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`state` text NOT NULL,
	`result` text,
	`why` text,
	`call_id` text,
	`outcome` text,
	`leased_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`asked_at` integer,
	`ended_at` integer,
	`cost_micros` integer DEFAULT 0 NOT NULL,
	`talk_seconds` integer DEFAULT 0 NOT NULL
);
CREATE INDEX `dial_attempts_open` ON `dial_attempts` (`campaign_id`,`id`) WHERE state <> 'over';
CREATE INDEX `dial_attempts_campaign` ON `dial_attempts` (`campaign_id`,`contact_id`,`id`);
CREATE INDEX `dial_attempts_number` ON `dial_attempts` (`phone_number`,`asked_at`);
CREATE INDEX `dial_attempts_asked` ON `dial_attempts` (`asked_at`);
CREATE UNIQUE INDEX `dial_attempts_call` ON `dial_attempts` (`call_id`);
CREATE TABLE `dial_days` (
	`day` text PRIMARY KEY NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL
);
CREATE TABLE `dial_ledger` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`attempt_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`at` integer NOT NULL,
	`content` text,
	`content_hash` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL
);
CREATE INDEX `dial_ledger_attempt` ON `dial_ledger` (`attempt_id`);
CREATE INDEX `dial_ledger_campaign` ON `dial_ledger` (`campaign_id`,`sequence`);
CREATE INDEX `dial_ledger_contact` ON `dial_ledger` (`contact_id`);
CREATE TABLE `screened_numbers` (
	`phone_number` text NOT NULL,
	`list_id` text NOT NULL,
	`line_type` text,
	PRIMARY KEY(`phone_number`, `list_id`)
);
CREATE INDEX `screened_numbers_list` ON `screened_numbers` (`list_id`);
CREATE TABLE `screening_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`numbers` integer DEFAULT 0 NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE TABLE `call_backs` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`call_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`is_needed` integer DEFAULT true NOT NULL,
	`reminded_at` integer,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `call_backs_message` ON `call_backs` (`message_id`);
CREATE INDEX `call_backs_due` ON `call_backs` (`due_at`);
CREATE TRIGGER call_backs_gone AFTER DELETE ON messages BEGIN
	DELETE FROM call_backs WHERE message_id = old.id;
END;
CREATE INDEX `calls_status_group` ON `calls` (`status_group`,`id`);
CREATE TABLE `webhook_attempts` (
	`delivery_id` text NOT NULL,
	`n` integer NOT NULL,
	`at` integer NOT NULL,
	`ms` integer NOT NULL,
	`status` integer,
	`why` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`type` text,
	PRIMARY KEY(`delivery_id`, `n`)
);
CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`leased_until` integer,
	`last_status` integer,
	`why` text,
	`created_at` integer NOT NULL,
	`done_at` integer
);
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`endpoint_id`,`event_id`);
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`next_at`) WHERE status = 'waiting';
CREATE INDEX `webhook_deliveries_status` ON `webhook_deliveries` (`endpoint_id`,`status`,`seq`);
CREATE INDEX `webhook_deliveries_listed` ON `webhook_deliveries` (`endpoint_id`,`seq`);
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`created_at`);
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`sealed` text NOT NULL,
	`previous_sealed` text,
	`previous_until` integer,
	`is_enabled` integer DEFAULT true NOT NULL,
	`disabled_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`quiet_until` integer DEFAULT 0 NOT NULL,
	`last_attempt_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `enabled_at` integer DEFAULT 0 NOT NULL);
CREATE TABLE `api_requests` (
	`key_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`body` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `idempotency_key`)
);
CREATE INDEX `api_requests_at` ON `api_requests` (`at`);
CREATE TABLE `busy_times` (
	`event_id` text NOT NULL,
	`from` integer NOT NULL,
	`to` integer NOT NULL,
	PRIMARY KEY(`event_id`, `from`)
);
CREATE INDEX `busy_times_to` ON `busy_times` (`to`);
CREATE TABLE `calendar_events` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`calendar_id` text NOT NULL,
	`event_id` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE TABLE `integration_deeds` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`state` text NOT NULL,
	`outside_id` text,
	`error` text,
	`attempts` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
CREATE INDEX `integration_deeds_provider` ON `integration_deeds` (`provider`,`updated_at`);
CREATE TABLE `integrations` (
	`provider` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`auth` text NOT NULL,
	`account_id` text NOT NULL,
	`account_label` text NOT NULL,
	`scopes` text NOT NULL,
	`sealed` text NOT NULL,
	`expires_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`refreshing_until` integer,
	`settings` text NOT NULL,
	`owner_id` text NOT NULL,
	`connected_at` integer NOT NULL,
	`last_sync_at` integer,
	`last_error` text,
	`last_error_at` integer
);
CREATE TABLE `contact_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`title` text NOT NULL,
	`due_at` integer,
	`done_at` integer,
	`done_by` text,
	`created_by` text NOT NULL,
	`created_name` text NOT NULL,
	`created_at` integer NOT NULL
, `assignee_id` text, `assignee_name` text);
CREATE INDEX `contact_tasks_contact` ON `contact_tasks` (`contact_id`,`id`);
CREATE INDEX `contact_tasks_open` ON `contact_tasks` (`due_at`) WHERE done_at is null;
CREATE TABLE `workflow_months` (
	`month` text PRIMARY KEY NOT NULL,
	`runs` integer NOT NULL
);
CREATE TABLE `workflow_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workflow_id` text NOT NULL,
	`version` integer NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`status` text NOT NULL,
	`why` text,
	`event_id` text NOT NULL,
	`event_kind` text NOT NULL,
	`event` text NOT NULL,
	`contact_id` text,
	`phone_number` text,
	`depth` integer DEFAULT 0 NOT NULL,
	`cause_id` text,
	`mode` text DEFAULT 'live' NOT NULL,
	`from_step` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`updated_at` integer NOT NULL
, `instance_id` text);
CREATE UNIQUE INDEX `workflow_runs_event` ON `workflow_runs` (`workflow_id`,`event_id`);
CREATE INDEX `workflow_runs_workflow` ON `workflow_runs` (`workflow_id`,`id`);
CREATE INDEX `workflow_runs_status` ON `workflow_runs` (`status`,`id`);
CREATE INDEX `workflow_runs_contact` ON `workflow_runs` (`contact_id`,`created_at`);
CREATE INDEX `workflow_runs_phone` ON `workflow_runs` (`phone_number`);
CREATE INDEX `workflow_runs_open` ON `workflow_runs` (`updated_at`) WHERE status in ('queued', 'running', 'waiting');
CREATE TABLE `workflow_steps` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`step_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`input` text NOT NULL,
	`output` text,
	`error` text,
	`tries` integer DEFAULT 1 NOT NULL,
	`touched` text,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
CREATE UNIQUE INDEX `workflow_steps_once` ON `workflow_steps` (`run_id`,`step_id`,`attempt`);
CREATE INDEX `workflow_steps_touched` ON `workflow_steps` (`touched`,`started_at`) WHERE touched is not null;
CREATE TABLE `workflow_versions` (
	`workflow_id` text NOT NULL,
	`version` integer NOT NULL,
	`graph` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workflow_id`, `version`)
);
CREATE TABLE `workflows` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`trigger` text NOT NULL,
	`next_at` integer,
	`hook_hash` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `enabled_at` integer DEFAULT 0 NOT NULL);
CREATE INDEX `workflows_trigger` ON `workflows` (`status`,`trigger`);
CREATE INDEX `call_tags_of_call` ON `call_tags` (`call_id`,`tag`);
CREATE INDEX `webhook_deliveries_leased` ON `webhook_deliveries` (`endpoint_id`,`leased_until`) WHERE leased_until is not null;
CREATE TRIGGER call_tags_added AFTER INSERT ON call_tags BEGIN
	UPDATE calls SET tags = (SELECT group_concat(tag, char(10) ORDER BY tag) FROM call_tags WHERE call_id = new.call_id) WHERE id = new.call_id;
END;
CREATE TRIGGER call_tags_removed AFTER DELETE ON call_tags BEGIN
	UPDATE calls SET tags = (SELECT group_concat(tag, char(10) ORDER BY tag) FROM call_tags WHERE call_id = old.call_id) WHERE id = old.call_id;
END;
