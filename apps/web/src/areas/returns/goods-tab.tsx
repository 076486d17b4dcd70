import { RETURN_REASONS, type ReturnDetail } from '@tradewind/contract/returns.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDropName } from '../../components/drop-select.tsx';
import { DateTime, None, Quantity } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { PlainTable } from '../../components/table/plain-table.tsx';

type Line = ReturnDetail['lines'][number];
type Item = ReturnDetail['items'][number];
type Inspection = ReturnDetail['inspections'][number];

/** What was to come, what came, and how it was found. */
export function GoodsTab({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const others = one.items.filter((item) => item.lineId === null);
  return (
    <>
      <Lines lines={one.lines} />
      {others.length > 0 && (
        <>
          <h3>{t('goodsOthers')}</h3>
          <Others items={others} />
        </>
      )}
      {one.inspections.length > 0 && (
        <>
          <h3>{t('inspections')}</h3>
          <Inspections rows={one.inspections} />
        </>
      )}
    </>
  );
}

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  const { t } = useTranslation('returns');
  const reasonName = useDropName(RETURN_REASONS);
  const columns = useMemo<Column<Line>[]>(
    () => [
      {
        key: 'sku',
        title: t('sku'),
        width: 320,
        narrow: 150,
        card: 'title',
        render: (line) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{line.sku ?? line.sellerSku}</span>
            <span className="tw-muted" title={line.title}>
              {line.title}
            </span>
          </div>
        ),
      },
      {
        key: 'quantity',
        title: t('units'),
        width: 90,
        narrow: 60,
        align: 'right',
        render: (line) => <Quantity value={line.quantity} />,
      },
      {
        key: 'expected',
        title: t('expected'),
        width: 100,
        narrow: 60,
        align: 'right',
        render: (line) => <Quantity value={line.expected} />,
      },
      {
        key: 'received',
        title: t('receivedUnits'),
        width: 110,
        narrow: 70,
        align: 'right',
        render: (line) => (
          <span className={line.received > 0 && line.received !== line.expected ? 'tw-bad' : ''}>
            <Quantity value={line.received} />
          </span>
        ),
      },
      {
        key: 'reason',
        title: t('reason'),
        width: 120,
        render: (line) => (line.reason ? reasonName(line.reason) : <None />),
      },
    ],
    [t, reasonName],
  );
  return (
    <PlainTable label={t('tab.goods')} columns={columns} rows={lines} keyOf={(line) => line.id} empty={t('noLines')} />
  );
}

function Others({ items }: { items: readonly Item[] }): ReactNode {
  const { t } = useTranslation('returns');
  const columns = useMemo<Column<Item>[]>(
    () => [
      { key: 'sku', title: t('sku'), width: 220, narrow: 120, card: 'title', render: (item) => item.sku },
      {
        key: 'quantity',
        title: t('units'),
        width: 90,
        narrow: 60,
        align: 'right',
        render: (item) => <Quantity value={item.quantity} />,
      },
      { key: 'place', title: t('receive.location'), width: 160, narrow: 110, render: (item) => item.location },
    ],
    [t],
  );
  return <PlainTable label={t('goodsOthers')} columns={columns} rows={items} keyOf={(item) => item.id} />;
}

function Inspections({ rows }: { rows: readonly Inspection[] }): ReactNode {
  const { t } = useTranslation('returns');
  const columns = useMemo<Column<Inspection>[]>(
    () => [
      { key: 'sku', title: t('sku'), width: 150, narrow: 110, card: 'title', render: (row) => row.sku },
      {
        key: 'quantity',
        title: t('units'),
        width: 70,
        narrow: 60,
        align: 'right',
        render: (row) => <Quantity value={row.quantity} />,
      },
      {
        key: 'condition',
        title: t('inspect.condition'),
        width: 120,
        render: (row) =>
          [t(`condition.${row.condition}`), row.again && t('reinspect.mark')].filter(Boolean).join(' · '),
      },
      {
        key: 'decision',
        title: t('inspect.decision'),
        width: 170,
        render: (row) => [t(`decision.${row.decision}`), row.location].filter(Boolean).join(' · '),
      },
      { key: 'remark', title: t('remark'), width: 140, render: (row) => row.remark || <None /> },
      { key: 'at', title: t('at'), width: 140, render: (row) => <DateTime at={row.at} /> },
    ],
    [t],
  );
  return <PlainTable label={t('inspections')} columns={columns} rows={rows} keyOf={(row) => row.id} cards />;
}
