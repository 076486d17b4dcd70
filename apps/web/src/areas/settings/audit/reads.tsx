import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  BUYER_WAYS,
  type BuyerRead,
  exportBuyerReads,
  listBuyerReads,
  READERS_SHOWN,
  readersOfOrder,
} from '@tradewind/contract/orders.ts';
import { auditChoices } from '@tradewind/contract/settings.ts';
import { Input } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import '../personal/personal.css';

type Readers = ResultOf<typeof readersOfOrder>;
type Reader = Readers['list'][number] & { id: string };

/** Who was given buyers' data: by day and person, and for one order. */
export function BuyerReads(): ReactNode {
  const { t } = useTranslation('settings');
  const may = useMay();
  const choices = useCall(auditChoices, {}, { staleMs: 60_000 });
  const columns = useMemo<Column<BuyerRead>[]>(
    () => [
      col.text('onDay', t('audit.day'), { width: 120, frozen: true }),
      col.heading('userName', t('audit.reader')),
      col.text('wayName', t('audit.way'), { width: 180, of: (row) => t(`audit.ways.${row.way}`) }),
      col.qty('orders', t('audit.orders')),
      col.time('firstAt', t('audit.firstAt'), { width: 170 }),
      col.time('lastAt', t('audit.lastAt'), { width: 170 }),
    ],
    [t],
  );
  return (
    <>
      <OfOrder />
      <ListPage
        id="settings.buyerReads"
        call={listBuyerReads}
        columns={columns}
        filters={[
          { kind: 'dates', name: ['from', 'to'], label: t('audit.days') },
          {
            kind: 'select',
            name: 'userId',
            label: t('audit.reader'),
            width: 200,
            loading: choices.isPending,
            options: (choices.data?.users ?? []).map((user) => ({ value: user.userId, label: user.name })),
          },
          {
            kind: 'select',
            name: 'way',
            label: t('audit.way'),
            width: 180,
            options: BUYER_WAYS.map((way) => ({ value: way, label: t(`audit.ways.${way}`) })),
          },
        ]}
        exports={may(exportBuyerReads) && { call: exportBuyerReads }}
        empty={{ title: t('audit.noReads'), hint: t('audit.noReadsHint') }}
      />
    </>
  );
}

/** Who has read the buyer of one order. */
function OfOrder(): ReactNode {
  const { t } = useTranslation('settings');
  const [found, setFound] = useState<{ orderNo: string; readers: Readers }>();
  const find = useAct(readersOfOrder, {});
  const columns = useMemo<Column<Reader>[]>(
    () => [
      col.heading('userName', t('audit.reader')),
      col.text('displayNo', t('audit.order'), { width: 180 }),
      col.text('wayName', t('audit.way'), { width: 180, of: (row) => t(`audit.ways.${row.way}`) }),
      col.time('at', t('audit.firstAt'), { width: 170 }),
    ],
    [t],
  );
  const search = (typed: string) => {
    const orderNo = typed.trim();
    if (orderNo === '') return setFound(undefined);
    find.mutate({ orderNo }, { onSuccess: (readers) => setFound({ orderNo, readers }) });
  };
  const rows = found?.readers.list.map((row) => ({ ...row, id: `${row.orderId}/${row.userId}/${row.way}/${row.at}` }));
  return (
    <>
      <Input.Search
        className="tw-personal-search"
        allowClear
        enterButton={t('personal.find')}
        placeholder={t('audit.orderNo')}
        aria-label={t('audit.orderNo')}
        loading={find.isPending}
        onSearch={search}
      />
      {found && rows?.length === 0 && (
        <EmptyState title={t('audit.nobody', { text: found.orderNo })} hint={t('audit.nobodyHint')} />
      )}
      {rows && rows.length > 0 && (
        <section className="tw-panel">
          <LineTable<Reader> label={t('audit.readers')} columns={columns} rows={rows} />
          {found?.readers.more && <p className="tw-muted">{t('audit.moreReaders', { shown: READERS_SHOWN })}</p>}
        </section>
      )}
    </>
  );
}
