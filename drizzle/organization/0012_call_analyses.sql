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
