CREATE TABLE `knowledge_passages` (
	`seq` integer PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`place` integer NOT NULL,
	`title` text NOT NULL,
	`heading` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_passages_place` ON `knowledge_passages` (`source_id`,`place`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_sources_id_unique` ON `knowledge_sources` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_sources_content` ON `knowledge_sources` (`sha256`) WHERE sha256 is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_sources_address` ON `knowledge_sources` (`address`) WHERE address is not null;--> statement-breakpoint
ALTER TABLE `questions` ADD `dismissed_at` integer;--> statement-breakpoint
ALTER TABLE `questions` ADD `merged_into` text;--> statement-breakpoint
CREATE VIRTUAL TABLE knowledge_words USING fts5(title, heading, text, content='knowledge_passages', content_rowid='seq', tokenize='porter unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE TRIGGER knowledge_passages_added AFTER INSERT ON knowledge_passages BEGIN
	INSERT INTO knowledge_words(rowid, title, heading, text) VALUES (new.seq, new.title, new.heading, new.text);
END;--> statement-breakpoint
CREATE TRIGGER knowledge_passages_removed AFTER DELETE ON knowledge_passages BEGIN
	INSERT INTO knowledge_words(knowledge_words, rowid, title, heading, text) VALUES ('delete', old.seq, old.title, old.heading, old.text);
END;--> statement-breakpoint
CREATE TRIGGER knowledge_passages_changed AFTER UPDATE ON knowledge_passages BEGIN
	INSERT INTO knowledge_words(knowledge_words, rowid, title, heading, text) VALUES ('delete', old.seq, old.title, old.heading, old.text);
	INSERT INTO knowledge_words(rowid, title, heading, text) VALUES (new.seq, new.title, new.heading, new.text);
END;
