import { expect, test } from 'vitest';
import { breaksIn } from './migration-rules.ts';

const NEW = '0099_x.sql';

test.each([
  'ALTER TABLE "product" DROP COLUMN "brand";',
  'drop table product;',
  'ALTER TABLE "product" RENAME COLUMN "brand" TO "maker";',
  'ALTER TABLE "product" RENAME TO "item";',
  'ALTER TABLE "product" ALTER COLUMN "weight" SET DATA TYPE numeric(18, 4);',
  'ALTER TABLE "product" ALTER COLUMN "brand" SET NOT NULL;',
  'ALTER TABLE "product" ADD COLUMN "brand" text NOT NULL;',
  'ALTER TABLE "product" ADD CONSTRAINT "product_weight" CHECK (weight > 0);',
  'CREATE INDEX "product_brand" ON "product" USING btree ("company_id","brand");',
  '-- contract:\nALTER TABLE "product" DROP COLUMN "brand";',
  'CREATE TRIGGER counted AFTER INSERT ON "product" EXECUTE FUNCTION count();--> statement-breakpoint\nINSERT INTO "other" (id) SELECT id FROM "product";',
])('the version before cannot live with: %s', (statement) => {
  expect(breaksIn(NEW, `create table other (id int);--> statement-breakpoint\n${statement}`)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "product" ADD COLUMN "brand" text;',
  `ALTER TABLE "product" ADD COLUMN "brand" text DEFAULT '' NOT NULL;`,
  'create unique index concurrently product_brand on product (company_id, brand);',
  'alter table product add constraint product_weight check (weight > 0) not valid;',
  'alter table product validate constraint product_weight;',
  'CREATE TABLE "label" ("id" int NOT NULL);--> statement-breakpoint\nCREATE INDEX "label_id" ON "label" ("id");--> statement-breakpoint\nALTER TABLE "label" ADD CONSTRAINT "label_one" CHECK (id > 0);',
  'insert into product (name) select name from other;',
  'CREATE TRIGGER counted AFTER INSERT ON "product" EXECUTE FUNCTION count();',
  '-- contract: since 0080 nothing reads it\nALTER TABLE "product" DROP COLUMN "brand";',
])('it goes on with: %s', (statement) => expect(breaksIn(NEW, statement)).toEqual([]));

test('files of before rolling upgrades stay as they are', () => {
  expect(breaksIn('0012_x.sql', 'drop table product;')).toEqual([]);
});
