import * as calls from '@tradewind/contract/catalog.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../core/app.ts';
import { Fail } from '../../core/errors.ts';
import { cancelExportFile, listExportFiles, readExportFile, startExport } from '../../core/exports.ts';
import { handle, OK, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { commitImport, previewImport, templateFile } from '../../core/imports.ts';
import { mappingExport, productExport } from './catalog.exports.ts';
import { mappingImport } from './mapping/mapping.import.ts';
import { listMappings, listUnmapped, removeMappings, saveMappings } from './mapping/mapping.service.ts';
import { keepImage, readImage } from './products/images.ts';
import { productLabels } from './products/labels.ts';
import { productImport } from './products/products.import.ts';
import { productOptions, selectFacets, selectProducts } from './products/products.queries.ts';
import {
  addProduct,
  editProduct,
  findProduct,
  removeProducts,
  setProductsEnabled,
} from './products/products.service.ts';

export function catalogRoutes(app: App): Route[] {
  return [...productRoutes(app), ...productFileRoutes(app), ...mappingRoutes(app), ...exportRoutes(app)];
}

function fileOf(ctx: RequestCtx) {
  if (!ctx.file) throw new Fail('core.fileMissing', 400);
  return ctx.file;
}

function productRoutes({ database }: App): Route[] {
  return [
    handle(calls.listProducts, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        const page = await selectProducts(tx, ctx, input);
        return { ...page, rows: page.rows.map(withIsoTimes) };
      }),
    ),
    handle(calls.productFacets, (ctx) => database.inCompany(ctx, selectFacets)),
    handle(calls.findProduct, (ctx, input) => database.inCompany(ctx, (tx) => findProduct(tx, ctx, input.id))),
    handle(calls.productOptions, (ctx, input) =>
      database.inCompany(ctx, async (tx) => ({ list: await productOptions(tx, input.search) })),
    ),
    handle(calls.addProduct, (ctx, input) => database.inCompany(ctx, (tx) => addProduct(tx, ctx, input))),
    handle(calls.editProduct, (ctx, input) => database.inCompany(ctx, (tx) => editProduct(tx, ctx, input))),
    handle(calls.setProductsEnabled, (ctx, input) => database.inCompany(ctx, (tx) => setProductsEnabled(tx, input))),
    handle(calls.removeProducts, (ctx, input) => database.inCompany(ctx, (tx) => removeProducts(tx, ctx, input))),
    handle(calls.printProductLabels, (ctx, input) =>
      database.inCompany(ctx, async (tx) => ({ list: await productLabels(tx, input.ids) })),
    ),
    handle(calls.getCategoryStatics, (ctx) =>
      database.inCompany(ctx, async (tx) => ({
        list: await tx.rows<{
          category: string;
          products: number;
        }>(sql`select category, count(*)::int as products from product
          where company_id = ${tx.companyId} and enabled group by category order by products desc, category`),
      })),
    ),
  ];
}

function withIsoTimes<T extends { createdAt: Date; updatedAt: Date }>(row: T) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

function productFileRoutes(app: App): Route[] {
  return [
    handle(calls.uploadProductImage, (ctx) => keepImage(app, ctx, fileOf(ctx))),
    handle(calls.productImage, (ctx, input) => readImage(app, ctx, input.productId, input.key)),
    handle(calls.productTemplate, async (ctx) => templateFile(productImport, ctx.language)),
    handle(calls.previewProductImport, (ctx) => previewImport(app, ctx, productImport, fileOf(ctx))),
    handle(calls.commitProductImport, (ctx, input) => commitImport(app, ctx, productImport, input.importId)),
    handle(calls.exportProducts, (ctx, { idempotencyKey: _key, ...filter }) =>
      startExport(app, ctx, productExport, filter),
    ),
  ];
}

function mappingRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listMappings, (ctx, input) => database.inCompany(ctx, (tx) => listMappings(tx, ctx, input))),
    handle(calls.listUnmapped, (ctx, input) => database.inCompany(ctx, (tx) => listUnmapped(tx, ctx, input))),
    handle(calls.saveMappings, (ctx, input) => database.inCompany(ctx, (tx) => saveMappings(tx, ctx, input.rows))),
    handle(calls.removeMappings, (ctx, input) => database.inCompany(ctx, (tx) => removeMappings(tx, ctx, input))),
    handle(calls.mappingTemplate, async (ctx) => templateFile(mappingImport, ctx.language)),
    handle(calls.previewMappingImport, (ctx) => previewImport(app, ctx, mappingImport, fileOf(ctx))),
    handle(calls.commitMappingImport, (ctx, input) => commitImport(app, ctx, mappingImport, input.importId)),
    handle(calls.exportMappings, (ctx, { idempotencyKey: _key, ...filter }) =>
      startExport(app, ctx, mappingExport, filter),
    ),
  ];
}

function exportRoutes(app: App): Route[] {
  return [
    handle(calls.listExports, (ctx, input) =>
      app.database.inCompany(ctx, (tx) => listExportFiles(tx, input.page, input.pageSize)),
    ),
    handle(calls.downloadExport, (ctx, input) => readExportFile(app, ctx, input.id)),
    handle(calls.cancelExport, async (ctx, input) => {
      await app.database.inCompany(ctx, (tx) => cancelExportFile(tx, input.id));
      return OK;
    }),
  ];
}
