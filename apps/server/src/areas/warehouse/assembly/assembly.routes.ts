import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { mayPress } from '../../../core/context.ts';
import { forbidden } from '../../../core/errors.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { tabFor } from '../../../core/lists.ts';
import { finishAssembly } from './finish.ts';
import { cancelAssembly, submitAssembly } from './hold.ts';
import { assemblies, assemblyExport } from './list.ts';
import { planAssembly } from './plan.ts';
import { workSheet } from './print.ts';
import { proposeAssemblies } from './propose.ts';
import { assemblyDetail } from './read.ts';
import { recipes, retireRecipe, saveRecipe } from './recipes.ts';
import { saveAssembly } from './save.ts';
import { undoAssembly } from './undo.ts';

const OPEN = tabFor('state', ['draft', 'submitted']);

export function assemblyRoutes(app: App): Route[] {
  return [
    handle(calls.listAssemblies, (tx, input) => assemblies.page(tx, input)),
    handle(calls.assemblyTabs, async (tx) => ({ counts: await assemblies.tabs(tx, OPEN) })),
    handle(calls.getAssembly, (tx, input) => assemblyDetail(tx, input.id)),
    handle(calls.saveAssembly, (tx, { idempotencyKey: _key, ...input }, ctx) => {
      if (!mayPress(ctx.rights, input.id ? rights.assembly.edit : rights.assembly.add)) throw forbidden();
      return saveAssembly(tx, input);
    }),
    handle(calls.submitAssembly, (tx, input) => submitAssembly(tx, input.id)),
    handle(calls.cancelAssembly, (tx, input) => cancelAssembly(tx, input.id)),
    handle(calls.finishAssembly, (tx, input) => finishAssembly(tx, input)),
    handle(calls.undoAssembly, (tx, input) => undoAssembly(tx, input.id)),
    handle(calls.planAssembly, (tx, input) => planAssembly(tx, input)),
    handle(calls.proposeAssemblies, (tx, input) => proposeAssemblies(tx, input.warehouseId)),
    exportRoute(calls.exportAssemblies, assemblyExport, ({ filter }) => filter),
    handleApp(calls.printAssembly, (ctx, input) => workSheet(app, ctx, input.id)),
    handle(calls.listRecipes, (tx, input) => recipes.page(tx, input)),
    handle(calls.saveRecipe, (tx, { idempotencyKey: _key, ...input }) => saveRecipe(tx, input)),
    handle(calls.retireRecipe, (tx, input) => retireRecipe(tx, input.id)),
  ];
}
