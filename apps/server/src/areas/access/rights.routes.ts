import * as calls from '@tradewind/contract/access.ts';
import type { App } from '../../core/app.ts';
import { maySee } from '../../core/context.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
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
  ...lookRoutes(app),
  ...saveRoutes(app),
  ...roleRoutes(app),
  ...proofRoutes(app),
];

function lookRoutes({ database }: App): Route[] {
  return [
    handle(calls.getModelTree, async (ctx) => modelTree(ctx.rights, ctx.language)),
    handle(calls.getUserModelPermission, (ctx, { userLoginId, main }) =>
      database.look(ctx, (tx) => modelsOfMember(tx, userLoginId, main)),
    ),
    handle(calls.basePermission, (ctx, { userLoginId }) =>
      database.look(ctx, async (tx) => {
        const { grant, mainAccount } = await holderNamed(tx, userLoginId);
        return calls.BASE_PERMISSIONS.map((permission) => ({
          permission,
          label: say(ctx.language, `access.${permission}`),
          has: mainAccount || grant.base.has(permission),
          mayGrant: maySee(ctx.rights, permission),
        }));
      }),
    ),
    handle(calls.getUserBasePer, (ctx, { userLoginId }) =>
      database.look(ctx, async (tx) => {
        const { grant, mainAccount } = await holderNamed(tx, userLoginId);
        const permissions = mainAccount ? [...calls.BASE_PERMISSIONS] : baseOf(grant);
        return { stamp: stampOf(grant), permissions };
      }),
    ),
    handle(calls.getRights, (ctx, { userLoginId }) => database.look(ctx, (tx) => rightsOfMember(tx, userLoginId))),
    handle(calls.getDepartmentScope, (ctx, { departmentId }) =>
      database.look(ctx, (tx) => departmentScope(tx, departmentId)),
    ),
  ];
}

function saveRoutes({ database }: App): Route[] {
  return [
    handle(calls.saveUserModel, (ctx, { userLoginId, models, stamp }) =>
      database.inCompany(ctx, (tx) =>
        give(tx, [userLoginId], (grant) => ({ ...grant, ...readModels(models) }), { stamp }),
      ),
    ),
    handle(calls.saveUserBasePer, (ctx, { userLoginId, permissions, stamp }) =>
      database.inCompany(ctx, (tx) =>
        give(tx, [userLoginId], (grant) => ({ ...grant, base: new Set(permissions) }), { stamp }),
      ),
    ),
    handle(calls.saveRights, (ctx, { userLoginId, models, permissions, shopIds, warehouseIds, stamp }) =>
      database.inCompany(ctx, async (tx) => {
        assertKnown(await placesOf(tx), { shopIds, warehouseIds });
        const change = (grant: Parameters<Parameters<typeof give>[2]>[0]) => ({
          ...readModels(models),
          base: new Set<string>(permissions),
          shops: kept(tx.rights, 'shops', grant.shops, shopIds),
          warehouses: kept(tx.rights, 'warehouses', grant.warehouses, warehouseIds),
        });
        return give(tx, [userLoginId], change, { stamp });
      }),
    ),
    handle(calls.saveDepartmentScope, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => saveDepartmentScope(tx, input));
      return OK;
    }),
  ];
}

function roleRoutes({ database }: App): Route[] {
  return [
    handle(calls.listRoles, (ctx) => database.look(ctx, listRoles)),
    handle(calls.saveRole, (ctx, input) => database.inCompany(ctx, (tx) => saveRole(tx, input))),
    handle(calls.deleteRole, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => deleteRole(tx, id));
      return OK;
    }),
    handle(calls.applyRole, (ctx, { id, userLoginIds, mode }) =>
      database.inCompany(ctx, (tx) => applyRole(tx, id, userLoginIds, mode)),
    ),
  ];
}

function proofRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.previewRights, (ctx, { change }) => database.look(ctx, (tx) => preview(tx, ctx.language, change))),
    handle(calls.whoCanSee, (ctx, input) => database.look(ctx, (tx) => whoSees(tx, ctx.language, input))),
    handle(calls.viewAs, async (ctx, { userLoginId }) => {
      await viewAs(app, ctx, userLoginId);
      return OK;
    }),
    handle(calls.stopViewing, async (ctx) => {
      await stopViewing(app, ctx);
      return OK;
    }),
    handle(calls.getViewing, (ctx) => viewingOf(app, ctx)),
  ];
}
