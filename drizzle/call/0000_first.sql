CREATE TABLE `facts` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `lines` (
	`seq` integer PRIMARY KEY NOT NULL,
	`turn` integer NOT NULL,
	`type` text NOT NULL,
	`text` text NOT NULL,
	`heard` text,
	`detail` text,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `timers` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
