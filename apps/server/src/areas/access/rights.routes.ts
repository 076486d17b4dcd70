import * as calls from '@tradewind/contract/access.ts';
import type { App } from '../../core/app.ts';
import { maySee } from '../../core/context.ts';
import { handle, handleApp, OK, type Route } from '../../core/http/routes.ts';
import { say } from '../../core/text/texts.ts';
import { departmentScope, saveDepartmentScope } from './departments.ts';
import { give } from './give.ts';
import { baseOf, readModels, stampOf } from './grant.ts';
import { modelsOfMember, modelTree, rightsOfMember } from './look.ts';
import { holderNamed } from './members.ts';
import { assertKnown, kept, placesOf } from './places.ts';
import { preview } from './preview.ts';
import { applyRole, deleteRole, listRoles, saveRole } from './role.ts';
import { stopViewing, viewAs, viewingOf } from './viewing.ts';
import { whoSees } from './who-sees.ts';

export const rightsRoutes = (app: App): Route[] => [
  ...lookRoutes(),
  ...saveRoutes(),
  ...roleRoutes(),
  ...proofRoutes(app),
];

function lookRoutes(): Route[] {
  return [
    handleApp(calls.getModelTree, async (ctx) => modelTree(ctx.rights, ctx.language)),
    handle(calls.getUserModelPermission, (tx, { userLoginId, main }) => modelsOfMember(tx, userLoginId, main)),
    handle(calls.basePermission, async (tx, { userLoginId }, ctx) => {
      const { grant, mainAccount } = await holderNamed(tx, userLoginId);
      return calls.BASE_PERMISSIONS.map((permission) => ({
        permission,
        label: say(ctx.language, `access.${permission}`),
        has: mainAccount || grant.base.has(permission),
        mayGrant: maySee(ctx.rights, permission),
      }));
    }),
    handle(calls.getUserBasePer, async (tx, { userLoginId }) => {
      const { grant, mainAccount } = await holderNamed(tx, userLoginId);
      const permissions = mainAccount ? [...calls.BASE_PERMISSIONS] : baseOf(grant);
      return { stamp: stampOf(grant), permissions };
    }),
    handle(calls.getRights, (tx, { userLoginId }) => rightsOfMember(tx, userLoginId)),
    handle(calls.getDepartmentScope, (tx, { departmentId }) => departmentScope(tx, departmentId)),
  ];
}

function saveRoutes(): Route[] {
  return [
    handle(calls.saveUserModel, (tx, { userLoginId, models, stamp }) =>
      give(tx, [userLoginId], (grant) => ({ ...grant, ...readModels(models) }), { stamp }),
    ),
    handle(calls.saveUserBasePer, (tx, { userLoginId, permissions, stamp }) =>
      give(tx, [userLoginId], (grant) => ({ ...grant, base: new Set(permissions) }), { stamp }),
    ),
    handle(calls.saveRights, async (tx, { userLoginId, models, permissions, shopIds, warehouseIds, stamp }) => {
      assertKnown(await placesOf(tx), { shopIds, warehouseIds });
      const change = (grant: Parameters<Parameters<typeof give>[2]>[0]) => ({
        ...readModels(models),
        base: new Set<string>(permissions),
        shops: kept(tx.rights, 'shops', grant.shops, shopIds),
        warehouses: kept(tx.rights, 'warehouses', grant.warehouses, warehouseIds),
      });
      return give(tx, [userLoginId], change, { stamp });
    }),
    handle(calls.saveDepartmentScope, (tx, input) => saveDepartmentScope(tx, input)),
  ];
}

function roleRoutes(): Route[] {
  return [
    handle(calls.listRoles, (tx) => listRoles(tx)),
    handle(calls.saveRole, (tx, input) => saveRole(tx, input)),
    handle(calls.deleteRole, (tx, { id }) => deleteRole(tx, id)),
    handle(calls.applyRole, (tx, { id, userLoginIds, mode }) => applyRole(tx, id, userLoginIds, mode)),
  ];
}

function proofRoutes(app: App): Route[] {
  return [
    handle(calls.previewRights, (tx, { change }, ctx) => preview(tx, ctx.language, change)),
    handle(calls.whoCanSee, (tx, input, ctx) => whoSees(tx, ctx.language, input)),
    handleApp(calls.viewAs, async (ctx, { userLoginId }) => {
      await viewAs(app, ctx, userLoginId);
      return OK;
    }),
    handleApp(calls.stopViewing, async (ctx) => {
      await stopViewing(app, ctx);
      return OK;
    }),
    handleApp(calls.getViewing, (ctx) => viewingOf(app, ctx)),
  ];
}
