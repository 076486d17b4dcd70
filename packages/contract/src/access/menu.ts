import { z } from 'zod';
import { defineCall, integer, requiredText } from '../call.ts';

export interface MenuItem {
  id: number;
  label: string;
  name: string;
  path: string;
  component: string;
  redirect: string;
  hidden: boolean;
  alwaysShow: boolean;
  /** N: the plan does not include it; a click goes to /error. */
  checked: 'Y' | 'N';
  meta: { title: string; titleZh: string; titleEn: string; icon: string; noCache: boolean; affix: boolean };
  children: MenuItem[];
}

const menuItem: z.ZodType<MenuItem> = z.object({
  id: z.number(),
  label: z.string(),
  name: z.string(),
  path: z.string(),
  component: z.string(),
  redirect: z.string(),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  checked: z.enum(['Y', 'N']),
  meta: z.object({
    title: z.string(),
    titleZh: z.string(),
    titleEn: z.string(),
    icon: z.string(),
    noCache: z.boolean(),
    affix: z.boolean(),
  }),
  children: z.array(z.lazy(() => menuItem)),
});

export const mainModelNew = defineCall({
  method: 'GET',
  path: '/seller/csSecurityPermission/mainModelNew',
  access: 'user',
  summary: 'Returns the menu tree of the signed-in user.',
  input: z.strictObject({}),
  result: z.array(menuItem),
});
export const getButton = defineCall({
  method: 'GET',
  path: '/seller/department/getButton',
  access: 'user',
  summary: 'Returns the names of the buttons that the user may use in a module.',
  input: z.strictObject({ modelId: integer(1) }),
  result: z.object({ buttons: z.array(z.string()) }),
});
export const getNum = defineCall({
  method: 'GET',
  path: '/seller/csSecurityPermission/getNum',
  access: 'user',
  summary: 'Returns the menu badges: the number of pending items in each module.',
  input: z.strictObject({}),
  result: z.array(z.object({ modelId: z.number(), num: z.number() })),
});
/** The bell: what needs a person, from every area, newest first. */
export const getAlerts = defineCall({
  method: 'GET',
  path: '/seller/information/getAlerts',
  access: 'user',
  summary:
    'Lists alerts, such as failing shop syncs, failed jobs, failed integrity checks and outbound orders on hold.',
  input: z.strictObject({}),
  result: z.array(
    z.object({
      key: z.string(),
      level: z.enum(['info', 'warn', 'bad']),
      text: z.string(),
      path: z.string(),
      at: z.string(),
    }),
  ),
});
export const search = defineCall({
  method: 'GET',
  path: '/seller/search',
  access: 'user',
  summary:
    'Searches orders, products, shops, outbound orders and waves by prefix (Ctrl+K), within the user’s permissions.',
  input: z.strictObject({ text: requiredText(80) }),
  result: z.array(
    z.object({
      kind: z.enum(['order', 'product', 'supplier', 'requisition', 'purchase', 'shop', 'outbound', 'wave']),
      id: z.number(),
      title: z.string(),
      detail: z.string(),
      path: z.string(),
    }),
  ),
});
