import { type CloseItem, closeMonth, getMonth, tickCloseItem } from '@tradewind/contract/finance/closing.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Month } from './types.ts';

/** What has to be looked at before the month is closed. */
export function Checklist({ month }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [accepting, setAccepting] = useState<CloseItem>();
  const tick = useAct(tickCloseItem, { refresh: [getMonth], onDone: () => setAccepting(undefined) });
  const mayTick = may(closeMonth) && month.state !== 'closed';
  const columns = useMemo<Column<CloseItem>[]>(
    () => [
      col.text('title', t('close.item'), { width: 300, card: 'title' }),
      col.qty('count', t('close.count')),
      col.status('state', t('close.status'), (item) => <ItemState item={item} />, { width: 320 }),
      col.own(
        'acts',
        '',
        (item) =>
          item.count > 0 && (
            <>
              <Link to={item.link}>{t('close.fix')}</Link>{' '}
              {mayTick && item.blocks === 'untilTicked' && !item.done && (
                <Button type="link" size="small" onClick={() => setAccepting(item)}>
                  {t('close.accept')}
                </Button>
              )}
            </>
          ),
        { width: 160 },
      ),
    ],
    [t, mayTick],
  );
  return (
    <>
      <LineTable label={t('close.tab.checklist')} columns={columns} rows={month.items} keyOf={(item) => item.key} />
      {accepting && (
        <ReasonDialog
          title={t('close.acceptTitle', { item: accepting.title })}
          text={t('close.acceptText')}
          verb={t('close.accept')}
          busy={tick.isPending}
          onDone={(reason) => tick.mutate({ month: month.month, item: accepting.key, reason })}
          onClose={() => setAccepting(undefined)}
        />
      )}
    </>
  );
}

function ItemState({ item }: { item: CloseItem }): ReactNode {
  const { t } = useTranslation('finance');
  if (item.count === 0) return <StatusTag tone="good">{t('close.good')}</StatusTag>;
  if (item.tick) return <StatusTag tone="good">{t('close.accepted', item.tick)}</StatusTag>;
  if (item.blocks === 'never') return <StatusTag tone="muted">{t('close.shown')}</StatusTag>;
  if (item.blocks === 'always') return <StatusTag tone="bad">{t('close.mustFix')}</StatusTag>;
  return <StatusTag tone="warn">{t('close.mayAccept')}</StatusTag>;
}
