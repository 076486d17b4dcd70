import {
  type SupplierPriceFilter,
  type SupplierPriceRow,
  supplierPriceFilter,
} from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { ExportColumn } from '../../../core/exports.ts';
import { exportOf } from '../../../core/lists.ts';
import { supplierPriceImport } from './prices.import.ts';
import { supplierPrices } from './prices.list.ts';

type Line = Pick<
  SupplierPriceRow,
  'sku' | 'supplierSku' | 'validFrom' | 'moq' | 'orderMultiple' | 'leadDays' | 'offerId' | 'specId' | 'offerUnits'
> & { supplier: string; fromQuantity: number; unitPrice: string };

const value: Readonly<Record<string, ExportColumn<Line>['value']>> = {
  supplier: (row) => row.supplier,
  sku: (row) => row.sku,
  supplierSku: (row) => row.supplierSku,
  validFrom: (row) => row.validFrom,
  fromQuantity: (row) => row.fromQuantity,
  unitPrice: (row) => ({ number: row.unitPrice }),
  moq: (row) => row.moq,
  orderMultiple: (row) => row.orderMultiple,
  leadDays: (row) => row.leadDays,
  offerId: (row) => row.offerId,
  specId: (row) => row.specId,
  offerUnits: (row) => (row.offerId === '' ? null : row.offerUnits),
};

/** The sheet of the import, a row for each price break. */
export const supplierPriceExport = exportOf<SupplierPriceFilter, SupplierPriceRow, Line>(
  supplierPrices,
  {
    name: 'procurement.prices',
    title: ['供应商报价', 'Supplier prices'],
    filter: supplierPriceFilter,
    columns: (ctx) =>
      supplierPriceImport.columns.flatMap(({ key, title }) => {
        const cell = value[key];
        if (!cell) throw new Error(`The file of prices has no ${key}`);
        return key === 'unitPrice' && !maySee(ctx.rights, 'seeCost') ? [] : [{ title, width: 18, value: cell }];
      }),
  },
  {
    joins: sql`join supplier_price_break b on b.company_id = ${sql.company} and b.price_id = l.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id`,
    columns: sql`s.code as supplier, p.sku, l.supplier_sku, l.valid_from::text as valid_from, b.from_quantity,
      trim_scale(b.unit_price)::text as unit_price, l.moq, l.order_multiple, l.lead_days, l.offer_id, l.spec_id, l.offer_units`,
    order: sql`b.from_quantity`,
  },
);
