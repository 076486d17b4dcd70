ALTER TABLE "stock_document" ADD COLUMN "state" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_document" ADD COLUMN "wanted" jsonb;--> statement-breakpoint
ALTER TABLE "stock_document" ADD CONSTRAINT "stock_document_state" CHECK (state in ('done', 'waiting', 'rejected', 'withdrawn'));