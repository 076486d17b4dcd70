import {
  deleteDepartment,
  deletePosition,
  getComPosition,
  getDepartmentList,
  moveDepartment,
  saveDepartment,
  savePosition,
} from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { departmentTree, keepDepartment, placeDepartment, removeDepartment } from './departments.ts';
import { keepPosition, positionsOf, removePosition } from './positions.ts';

export function departmentRoutes({ database }: App): Route[] {
  return [
    handle(getDepartmentList, async (ctx) => ({ list: await database.look(ctx, departmentTree) })),
    handle(saveDepartment, (ctx, input) => database.inCompany(ctx, (tx) => keepDepartment(tx, ctx, input))),
    handle(moveDepartment, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => placeDepartment(tx, input));
      return OK;
    }),
    handle(deleteDepartment, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => removeDepartment(tx, id));
      return OK;
    }),
    handle(getComPosition, async (ctx) => ({ list: await database.look(ctx, positionsOf) })),
    handle(savePosition, (ctx, input) => database.inCompany(ctx, (tx) => keepPosition(tx, ctx, input))),
    handle(deletePosition, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => removePosition(tx, id));
      return OK;
    }),
  ];
}
