import * as calls from '@tradewind/contract/catalog.ts';
import type { App } from '../../core/app.ts';
import { settingOf } from '../../core/company-settings.ts';
import { Fail } from '../../core/errors.ts';
import { exportFiles } from '../../core/export-files.list.ts';
import { cancelExportFile, exportRoute, readExportFile } from '../../core/exports.ts';
import { handle, handleApp, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { bundleImport } from './bundles/bundles.import.ts';
import { bundleDetail, bundlePage } from './bundles/bundles.list.ts';
import { removeBundles, saveBundle } from './bundles/bundles.service.ts';
import { attributesFor } from './categories/attributes.ts';
import {
  categoryStatics,
  findCategory,
  moveCategory,
  removeCategory,
  saveCategory,
} from './categories/categories.service.ts';
import { categoryTree } from './categories/tree.ts';
import { deleteCustoms, listCustoms, saveCustoms } from './customs/customs.service.ts';
import { categoryCustomsExport, customsExport, customsImport } from './customs/customs.sheet.ts';
import { declaredGoods } from './customs/customs-of.ts';
import { families, findFamily, removeFamily, saveFamily } from './families/families.service.ts';
import { joinFamily, leaveFamily, makeVariants } from './families/variants.ts';
import { mappingExport, mappingPage } from './mapping/list.ts';
import { mappingImport } from './mapping/mapping.import.ts';
import { removeMappings, saveMappings } from './mapping/mapping.service.ts';
import { PAIRS_EQUAL } from './mapping/pair.ts';
import { equalSkuPage, pairings, savePairing, startPairing } from './mapping/pairing.service.ts';
import { listUnmapped } from './mapping/unmapped.ts';
import { mergeProducts, previewMerge } from './merge/start.ts';
import { packagingOf, savePackaging } from './packaging/packaging.service.ts';
import { packagingExport, packagingImport } from './packaging/packaging.sheet.ts';
import { deletePapers, listPapers, savePaper } from './papers/papers.service.ts';
import { previewImageZip, startImageZip } from './products/image-zip.ts';
import { keepImage, readImage } from './products/images.ts';
import { productLabels } from './products/labels.ts';
import { productExport, products, withWay } from './products/list.ts';
import { productImport } from './products/products.import.ts';
import { productOptions, selectFacets } from './products/products.queries.ts';
import {
  addProduct,
  editProduct,
  findProduct,
  removeProducts,
  setProductsEnabled,
} from './products/products.service.ts';

export function catalogRoutes(app: App): Route[] {
  return [
    ...categoryRoutes(),
    ...productRoutes(),
    ...bundleRoutes(app),
    ...familyRoutes(),
    ...paperRoutes(),
    ...productFileRoutes(app),
    ...sheetRoutes(app),
    ...mappingRoutes(app),
    ...exportRoutes(app),
  ];
}

function fileOf(ctx: RequestCtx) {
  if (!ctx.file) throw new Fail('core.fileMissing', 400);
  return ctx.file;
}

function categoryRoutes(): Route[] {
  return [
    handle(calls.listCategories, async (tx) => ({ list: await categoryTree(tx) })),
    handle(calls.findCategory, (tx, { id }) => findCategory(tx, id)),
    handle(calls.categoryAttributes, (tx, { id }) => attributesFor(tx, id)),
    handle(calls.saveCategory, (tx, input, ctx) => saveCategory(tx, ctx, input)),
    handle(calls.moveCategory, (tx, input) => moveCategory(tx, input)),
    handle(calls.removeCategory, (tx, input, ctx) => removeCategory(tx, ctx, input)),
    handle(calls.getCategoryStatics, async (tx, _input, ctx) => ({ list: await categoryStatics(tx, ctx) })),
  ];
}

function productRoutes(): Route[] {
  return [
    handle(calls.listProducts, async (tx, input) => products.page(tx, await withWay(tx, input))),
    handle(calls.productFacets, (tx) => selectFacets(tx)),
    handle(calls.findProduct, (tx, input, ctx) => findProduct(tx, ctx, input.id)),
    handle(calls.productOptions, async (tx, input) => ({
      list: await productOptions(tx, input.search, input.bundles),
    })),
    handle(calls.addProduct, (tx, input, ctx) => addProduct(tx, ctx, input)),
    handle(calls.editProduct, (tx, input, ctx) => editProduct(tx, ctx, input)),
    handle(calls.setProductsEnabled, (tx, input) => setProductsEnabled(tx, input)),
    handle(calls.previewMerge, (tx, input, ctx) => previewMerge(tx, ctx, input)),
    handle(calls.mergeProducts, (tx, input, ctx) => mergeProducts(tx, ctx, input)),
    handle(calls.removeProducts, (tx, input, ctx) => removeProducts(tx, ctx, input)),
    handle(calls.printProductLabels, async (tx, input) => ({ list: await productLabels(tx, input.ids) })),
  ];
}

function bundleRoutes(app: App): Route[] {
  return [
    handle(calls.listBundles, (tx, input) => bundlePage(tx, input)),
    handle(calls.findBundle, (tx, { id }) => bundleDetail(tx, id)),
    handle(calls.saveBundle, (tx, input, ctx) => saveBundle(tx, ctx, input)),
    handle(calls.removeBundles, (tx, { ids }, ctx) => removeBundles(tx, ctx, ids)),
    ...importRoutes(
      app,
      { template: calls.bundleTemplate, preview: calls.previewBundleImport, commit: calls.commitBundleImport },
      bundleImport,
    ),
  ];
}

function familyRoutes(): Route[] {
  return [
    handle(calls.listFamilies, (tx, input) => families.page(tx, input)),
    handle(calls.findFamily, (tx, { id }, ctx) => findFamily(tx, ctx, id)),
    handle(calls.saveFamily, (tx, input, ctx) => saveFamily(tx, ctx, input)),
    handle(calls.removeFamily, (tx, { id }) => removeFamily(tx, id)),
    handle(calls.makeVariants, (tx, input) => makeVariants(tx, input)),
    handle(calls.joinFamily, (tx, input) => joinFamily(tx, input)),
    handle(calls.leaveFamily, (tx, { ids }) => leaveFamily(tx, ids)),
  ];
}

function paperRoutes(): Route[] {
  return [
    handle(calls.getPackaging, (tx, { productId }) => packagingOf(tx, productId)),
    handle(calls.savePackaging, (tx, input) => savePackaging(tx, input)),
    handle(calls.listPapers, async (tx, { productId }) => ({ list: await listPapers(tx, productId) })),
    handle(calls.savePaper, (tx, input) => savePaper(tx, input)),
    handle(calls.deletePapers, (tx, { ids }) => deletePapers(tx, ids)),
    handle(calls.listCustoms, async (tx, input) => ({ list: await listCustoms(tx, input) })),
    handle(calls.saveCustoms, (tx, input) => saveCustoms(tx, input)),
    handle(calls.deleteCustoms, (tx, { ids }) => deleteCustoms(tx, ids)),
    handle(calls.customsInForce, (tx, { productId, country }) => declaredGoods(tx, productId, country)),
  ];
}

function productFileRoutes(app: App): Route[] {
  return [
    handleApp(calls.uploadProductImage, (ctx) => keepImage(app, ctx, fileOf(ctx))),
    handleApp(calls.previewImageZip, (ctx) => previewImageZip(app, ctx, fileOf(ctx))),
    handle(calls.commitImageZip, (tx, { importId }, ctx) => startImageZip(tx, ctx, importId)),
    handleApp(calls.productImage, (ctx, input) => readImage(app, ctx, input)),
    ...importRoutes(
      app,
      {
        template: calls.productTemplate,
        preview: calls.previewProductImport,
        errors: calls.productImportErrors,
        commit: calls.commitProductImport,
      },
      productImport,
    ),
    exportRoute(calls.exportProducts, productExport),
  ];
}

function sheetRoutes(app: App): Route[] {
  return [
    ...importRoutes(
      app,
      {
        template: calls.customsTemplate,
        preview: calls.previewCustomsImport,
        errors: calls.customsImportErrors,
        commit: calls.commitCustomsImport,
      },
      customsImport,
    ),
    exportRoute(calls.exportCustoms, customsExport),
    exportRoute(calls.exportCategoryCustoms, categoryCustomsExport),
    ...importRoutes(
      app,
      {
        template: calls.packagingTemplate,
        preview: calls.previewPackagingImport,
        errors: calls.packagingImportErrors,
        commit: calls.commitPackagingImport,
      },
      packagingImport,
    ),
    exportRoute(calls.exportPackaging, packagingExport),
  ];
}

function mappingRoutes(app: App): Route[] {
  return [
    handle(calls.listMappings, (tx, input) => mappingPage(tx, input)),
    handle(calls.listUnmapped, (tx, input, ctx) => listUnmapped(tx, ctx, input)),
    handle(calls.saveMappings, (tx, input, ctx) => saveMappings(tx, ctx, input.rows)),
    handle(calls.removeMappings, (tx, input, ctx) => removeMappings(tx, ctx, input)),
    handle(calls.getPairing, async (tx) => ({ enabled: await settingOf(tx, PAIRS_EQUAL) })),
    handle(calls.savePairing, (tx, { enabled }) => savePairing(tx, enabled)),
    handle(calls.equalSkus, (tx, input, ctx) => equalSkuPage(tx, ctx, input)),
    handle(calls.pairEqualSkus, (tx, _input, ctx) => startPairing(tx, ctx)),
    handle(calls.listPairings, (tx, input) => pairings.page(tx, input)),
    ...importRoutes(
      app,
      { template: calls.mappingTemplate, preview: calls.previewMappingImport, commit: calls.commitMappingImport },
      mappingImport,
    ),
    exportRoute(calls.exportMappings, mappingExport),
  ];
}

function exportRoutes(app: App): Route[] {
  return [
    handle(calls.listExports, (tx, input) => exportFiles.page(tx, input)),
    handleApp(calls.downloadExport, (ctx, input) => readExportFile(app, ctx, input.id)),
    handle(calls.cancelExport, (tx, input) => cancelExportFile(tx, input.id)),
  ];
}
