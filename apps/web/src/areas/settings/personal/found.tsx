import type { ResultOf } from '@tradewind/contract/call.ts';
import type { findBuyersData } from '@tradewind/contract/orders.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguageName } from '../../../components/language-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import type { RowKey } from '../../../components/table/data-row.tsx';
import type { Ticks } from '../../../components/table/data-table.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';

type Found = ResultOf<typeof findBuyersData>;
type Order = Found['orders'][number];

interface FoundOrdersProps {
  orders: readonly Order[];
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}

/** The orders of the person; the chosen ones are handed out or erased. */
export function FoundOrders({ orders, chosen, onChoose }: FoundOrdersProps): ReactNode {
  const { t } = useTranslation('settings');
  const columns = useMemo<Column<Order>[]>(
    () => [
      col.heading('displayNo', t('personal.order')),
      col.text('shop', t('personal.shop'), { width: 120 }),
      col.text('buyerName', t('personal.buyer'), { width: 120 }),
      col.text('buyerEmail', t('personal.email'), { width: 160 }),
      col.text('recipient', t('personal.recipient'), { width: 120 }),
      col.text('place', t('personal.address'), { width: 200 }),
      col.time('orderedAt', t('personal.orderedAt')),
      col.status('over', t('personal.when'), ({ over, requested }) => (
        <StatusTag tone={over ? 'good' : requested ? 'info' : 'muted'}>
          {t(over ? 'personal.now' : requested ? 'personal.requested' : 'personal.later')}
        </StatusTag>
      )),
    ],
    [t],
  );
  const ticked = new Set<RowKey>(chosen);
  const all = ticked.size === orders.length;
  const ticks: Ticks = {
    has: (key) => ticked.has(key),
    toggle: (key) => onChoose(ticked.has(key) ? chosen.filter((id) => id !== key) : [...chosen, Number(key)]),
    page: all ? 'all' : ticked.size === 0 ? 'none' : 'some',
    togglePage: () => onChoose(all ? [] : orders.map(({ id }) => id)),
  };
  return <LineTable<Order> label={t('personal.ordersLabel')} columns={columns} rows={orders} ticks={ticks} />;
}

/** Every place with data of the person. */
export function Places({ found: { places, contacts } }: { found: Found }): ReactNode {
  const { t } = useTranslation('settings');
  const name = useLanguageName();
  const list = (of: Found['places']) => (
    <ul className="tw-personal-places">
      {of.map(({ table, what, rows }) => (
        <li key={table}>
          {name(what)} <span className="tw-muted">{t('personal.rows', { count: rows })}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {places.length > 0 && (
        <section className="tw-panel">
          <h2>{t('personal.where')}</h2>
          {list(places)}
        </section>
      )}
      {contacts.length > 0 && (
        <section className="tw-panel">
          <h2>{t('personal.contacts')}</h2>
          <p className="tw-muted">{t('personal.contactsHint')}</p>
          {list(contacts)}
        </section>
      )}
    </>
  );
}
