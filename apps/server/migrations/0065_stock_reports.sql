ALTER TABLE "cost_layer" ADD COLUMN "entered_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "cost_layer" SET "entered_at" = "received_at" WHERE "doc_kind" <> 'product_merge';--> statement-breakpoint
UPDATE "cost_layer" l SET "entered_at" = i."at" FROM "cost_issue" i WHERE l."doc_kind" = 'product_merge' AND i."company_id" = l."company_id" AND i."doc_kind" = l."doc_kind" AND i."doc_id" = l."doc_id" AND i."doc_line" = l."doc_line";--> statement-breakpoint
CREATE INDEX "stock_movement_moved" ON "stock_movement" USING btree ("company_id","at","warehouse_id","product_id","on_hand","reason") WHERE condition = 'good' and on_hand <> 0 and reason not in ('pick', 'pickUndo', 'putBack', 'putAway', 'relocate');--> statement-breakpoint
CREATE INDEX "cost_layer_entered" ON "cost_layer" USING btree ("company_id","entered_at");--> statement-breakpoint
CREATE INDEX "cost_revaluation_at" ON "cost_revaluation" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "cost_issue_at" ON "cost_issue" USING btree ("company_id","at","warehouse_id","product_id","layer_id","quantity","unit_cost","doc_kind");--> statement-breakpoint
CREATE INDEX "purchase_order_ordered" ON "purchase_order" USING btree ("company_id","ordered_at") WHERE ordered_at is not null;
