import * as contract from '@tradewind/contract/finance/settlement-files.ts';
import type { App } from '../../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../../core/http/routes.ts';
import { compareFile, differencesOf } from './compare.ts';
import { confirmFile } from './gaps.ts';
import { fileDetail, settlementFiles } from './lists.ts';
import { previewFile, setAsideFile, uploadFile } from './preview.ts';
import { takeFile } from './take.ts';
import './files.texts.ts';

export const settlementFileRoutes = (app: App): Route[] => [
  handleApp(contract.uploadSettlementFile, (ctx, input) => uploadFile(app, ctx, input)),
  handleApp(contract.previewSettlementFile, (ctx, input) => previewFile(app, ctx, input)),
  handleApp(contract.settlementFileSetAside, (ctx, input) => setAsideFile(app, ctx, input)),
  handleApp(contract.takeSettlementFile, (ctx, input) => takeFile(app, ctx, input)),
  handle(contract.listSettlementFiles, (tx, input) => settlementFiles.page(tx, input)),
  handle(contract.getSettlementFile, (tx, { id }) => fileDetail(tx, id)),
  handle(contract.confirmSettlementFile, (tx, input, ctx) => confirmFile(tx, ctx, input)),
  handle(contract.compareSettlementFile, (tx, { id }) => compareFile(tx, id)),
  handle(contract.listSettlementFileDifferences, (tx, input) => differencesOf(tx, input)),
];
