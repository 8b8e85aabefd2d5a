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
--> statement-breakpoint
CREATE INDEX `consents_contact` ON `consents` (`contact_id`,`channel`);--> statement-breakpoint
CREATE INDEX `consents_number` ON `consents` (`phone_number`) WHERE phone_number is not null;--> statement-breakpoint
CREATE INDEX `consents_import` ON `consents` (`import_id`) WHERE import_id is not null;--> statement-breakpoint
CREATE TABLE `contact_emails` (
	`email` text NOT NULL,
	`contact_id` text NOT NULL,
	`label` text,
	`is_primary` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`email`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_emails_contact` ON `contact_emails` (`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_fields` (
	`key` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contact_import_changes` (
	`import_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`before` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`import_id`, `contact_id`)
);
--> statement-breakpoint
CREATE TABLE `contact_import_errors` (
	`import_id` text NOT NULL,
	`row` integer NOT NULL,
	`reason` text NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`import_id`, `row`)
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `contact_list_members` (
	`list_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`import_id` text,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`list_id`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_list_members_contact` ON `contact_list_members` (`contact_id`);--> statement-breakpoint
CREATE INDEX `contact_list_members_import` ON `contact_list_members` (`import_id`) WHERE import_id is not null;--> statement-breakpoint
CREATE TABLE `contact_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contact_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`contact_id` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_notes_contact` ON `contact_notes` (`contact_id`,`id`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_numbers_live` ON `contact_numbers` (`phone_number`) WHERE is_live = 1;--> statement-breakpoint
CREATE INDEX `contact_numbers_contact` ON `contact_numbers` (`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_segments` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`filter` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contact_tags` (
	`tag` text NOT NULL,
	`contact_id` text NOT NULL,
	`import_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tag`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_tags_contact` ON `contact_tags` (`contact_id`);--> statement-breakpoint
CREATE INDEX `contact_tags_import` ON `contact_tags` (`import_id`) WHERE import_id is not null;--> statement-breakpoint
CREATE TABLE `do_not_call` (
	`phone_number` text PRIMARY KEY NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`source` text NOT NULL,
	`by` text,
	`by_name` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `do_not_call_at` ON `do_not_call` (`at`,`phone_number`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `do_not_call_changes_number` ON `do_not_call_changes` (`phone_number`,`id`);--> statement-breakpoint
ALTER TABLE `contacts` ADD `company` text;--> statement-breakpoint
ALTER TABLE `contacts` ADD `address` text;--> statement-breakpoint
ALTER TABLE `contacts` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `contacts` ADD `country` text;--> statement-breakpoint
ALTER TABLE `contacts` ADD `custom` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `contacts` ADD `import_id` text;--> statement-breakpoint
CREATE INDEX `contacts_status` ON `contacts` (`status`,`id`) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX `contacts_archived` ON `contacts` (`id`) WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX `contacts_import` ON `contacts` (`import_id`,`id`) WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX `bookings_contact` ON `bookings` (`contact_id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `bookings_phone` ON `bookings` (`phone_number`) WHERE phone_number is not null;--> statement-breakpoint
CREATE VIRTUAL TABLE contact_words USING fts5(words, content='', contentless_delete=1, detail=none, prefix='2 3 4 5', tokenize='unicode61 remove_diacritics 2');--> statement-breakpoint
INSERT INTO contact_numbers (phone_number, contact_id, label, is_primary, line_type, is_live, created_at)
	SELECT phone_number, id, NULL, 1, NULL, archived_at IS NULL, created_at FROM contacts WHERE phone_number IS NOT NULL;--> statement-breakpoint
INSERT INTO contact_emails (email, contact_id, label, is_primary, created_at)
	SELECT lower(trim(email)), id, NULL, 1, created_at FROM contacts WHERE trim(coalesce(email, '')) <> '';--> statement-breakpoint
INSERT OR IGNORE INTO do_not_call (phone_number, reason, source, by, by_name, at)
	SELECT c.phone_number, '', CASE
		WHEN EXISTS (SELECT 1 FROM calls AS k WHERE k.other_number = c.phone_number AND k.status <> 'rejected' AND k.outcome = 'opted_out') THEN 'voice'
		WHEN EXISTS (SELECT 1 FROM text_threads AS t WHERE t.other_number = c.phone_number AND t.opted_out_at IS NOT NULL) THEN 'text'
		ELSE 'member' END, NULL, NULL, c.updated_at
	FROM contacts AS c WHERE c.status = 'do_not_call' AND c.phone_number IS NOT NULL ORDER BY c.updated_at;--> statement-breakpoint
INSERT INTO contact_words (rowid, words)
	SELECT seq, coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(substr(phone_number, 2) || ' ' || substr(phone_number, -10) || ' ' || substr(phone_number, -7) || ' ' || substr(phone_number, -4), '') FROM contacts;
