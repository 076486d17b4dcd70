import {
  deleteDepartment,
  deletePosition,
  getComPosition,
  getDepartmentList,
  moveDepartment,
  saveDepartment,
  savePosition,
} from '@tradewind/contract/identity.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { departmentTree, keepDepartment, placeDepartment, removeDepartment } from './departments.ts';
import { keepPosition, positionsOf, removePosition } from './positions.ts';

export function departmentRoutes(): Route[] {
  return [
    handle(getDepartmentList, async (tx) => ({ list: await departmentTree(tx) })),
    handle(saveDepartment, (tx, input, ctx) => keepDepartment(tx, ctx, input)),
    handle(moveDepartment, (tx, input) => placeDepartment(tx, input)),
    handle(deleteDepartment, (tx, { id }) => removeDepartment(tx, id)),
    handle(getComPosition, async (tx) => ({ list: await positionsOf(tx) })),
    handle(savePosition, (tx, input, ctx) => keepPosition(tx, ctx, input)),
    handle(deletePosition, (tx, { id }) => removePosition(tx, id)),
  ];
}
