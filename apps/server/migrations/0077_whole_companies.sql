-- The owner moves whole companies: both tables come with their rows, so that neither is derived from the other.
CREATE OR REPLACE FUNCTION count_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('app.whole_company', true) = 'on' AND current_user <> 'tradewind_app' THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO product_count (company_id, enabled, on_day, delta)
		SELECT company_id, enabled, (updated_at AT TIME ZONE 'UTC')::date, count(*) FROM new_rows GROUP BY 1, 2, 3;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO product_count (company_id, enabled, on_day, delta)
		SELECT company_id, enabled, (updated_at AT TIME ZONE 'UTC')::date, -count(*) FROM old_rows GROUP BY 1, 2, 3;
	ELSE
		INSERT INTO product_count (company_id, enabled, on_day, delta)
		SELECT company_id, enabled, on_day, sum(n) FROM (
			SELECT company_id, enabled, (updated_at AT TIME ZONE 'UTC')::date AS on_day, 1 AS n FROM new_rows
			UNION ALL SELECT company_id, enabled, (updated_at AT TIME ZONE 'UTC')::date, -1 FROM old_rows) x
		GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_merges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('app.whole_company', true) = 'on' AND current_user <> 'tradewind_app' THEN
		RETURN NULL;
	END IF;
	PERFORM pg_advisory_xact_lock_shared(hashtextextended('merging/' || x.company_id, 0))
	FROM (SELECT DISTINCT company_id FROM new_rows WHERE product_id IS NOT NULL) x;
	UPDATE order_line l SET product_id = p.merged_into
	FROM new_rows n JOIN product p ON p.company_id = n.company_id AND p.id = n.product_id AND p.merged_into IS NOT NULL
	WHERE l.company_id = n.company_id AND l.id = n.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TABLE "company_removal" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"ordered_by" text NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"rows" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"jobs" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "export_file" DROP CONSTRAINT "export_file_format";--> statement-breakpoint
ALTER TABLE "export_file" ADD CONSTRAINT "export_file_format" CHECK (format in ('xlsx', 'csv', 'zip')) NOT VALID;--> statement-breakpoint
ALTER TABLE "export_file" VALIDATE CONSTRAINT "export_file_format";
