import { type WholesaleFilter, type WholesaleRow, wholesaleFilter } from '@tradewind/contract/wholesale.ts';
import { z } from 'zod';
import { defineExport } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { countOrders, orderRows } from './read.ts';

type Selection = { ids?: number[] | undefined; filter?: WholesaleFilter | undefined };
const whichOf = ({ ids, filter }: Selection) => ({ ...filter, ids });

export const wholesaleExport = defineExport<Selection, WholesaleRow>({
  name: 'wholesale.list',
  title: ['2B订单', '2B orders'],
  filter: z.object({ ids: z.array(z.number()).optional(), filter: wholesaleFilter.optional() }),
  columns: (ctx) => [
    { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `wholesale.states.${row.state}`) },
    { title: ['客户', 'Customer'], width: 28, value: (row) => row.customerName },
    { title: ['客户单号', "Customer's number"], width: 20, value: (row) => row.customerRef },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    { title: ['总金额', 'Total'], value: (row) => ({ number: row.totalAmount }) },
    { title: ['应收定金', 'Deposit due'], value: (row) => ({ number: row.depositDue }) },
    { title: ['已收', 'Paid'], value: (row) => ({ number: row.paidAmount }) },
    { title: ['未收', 'Open'], value: (row) => ({ number: row.openAmount }) },
    { title: ['数量', 'Units'], value: (row) => ({ number: String(row.units) }) },
    { title: ['已发数量', 'Shipped'], value: (row) => ({ number: String(row.shipped) }) },
  ],
  count: (tx, _ctx, which) => countOrders(tx, whichOf(which)),
  page: async (tx, _ctx, which, cursor, limit) => {
    const rows = await orderRows(tx, whichOf(which), { limit, ...(cursor ? { before: Number(cursor) } : {}) });
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
