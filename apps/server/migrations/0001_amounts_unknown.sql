ALTER TABLE "sales_order" ADD COLUMN "amounts_unknown" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE sales_order o SET amounts_unknown = true FROM document_event e
WHERE o.total_amount = 0 AND e.company_id = o.company_id AND e.doc_kind = 'sales_order' AND e.doc_id = o.id
	AND e.event = 'arrived' AND e.detail -> 'amountsUnknown' = 'true';
