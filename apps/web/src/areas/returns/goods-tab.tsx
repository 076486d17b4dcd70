import { rights } from '@tradewind/contract/access/modules.ts';
import { RETURN_REASONS, type ReturnDetail } from '@tradewind/contract/returns.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../components/can.tsx';
import { useDropName } from '../../components/drop-select.tsx';
import { None, Quantity } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { useModulePaths } from '../../components/module-paths.ts';
import { returnPath } from '../../components/return-start.ts';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';

type Line = ReturnDetail['lines'][number];
type Item = ReturnDetail['items'][number];
type Inspection = ReturnDetail['inspections'][number];

/** Expected and received items, and the inspection results. */
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
          <Inspections one={one} />
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
      col.qty('quantity', t('units')),
      col.qty('expected', t('expected'), { width: 100 }),
      {
        key: 'received',
        title: t('receivedUnits'),
        width: 110,
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
  return <LineTable label={t('tab.goods')} columns={columns} rows={lines} empty={t('noLines')} />;
}

function Others({ items }: { items: readonly Item[] }): ReactNode {
  const { t } = useTranslation('returns');
  const columns = useMemo<Column<Item>[]>(
    () => [
      col.text('sku', t('sku'), { width: 220, card: 'title' }),
      col.qty('quantity', t('units')),
      col.text('place', t('receive.location'), { of: 'location', width: 160 }),
    ],
    [t],
  );
  return <LineTable label={t('goodsOthers')} columns={columns} rows={items} />;
}

function Inspections({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay(rights.purchaseOrder);
  const purchases = useModulePaths().get(rights.purchaseOrder.id);
  const page = may(rights.purchaseOrder.return) ? purchases : undefined;
  const rows = one.inspections;
  const columns = useMemo<Column<Inspection>[]>(
    () => [
      col.text('sku', t('sku'), { width: 150, card: 'title' }),
      col.qty('quantity', t('units'), { width: 70 }),
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
        render: (row) => (
          <div className="tw-two-lines">
            <span>{[t(`decision.${row.decision}`), row.location].filter(Boolean).join(' · ')}</span>
            {row.decision === 'supplier' && page && <ToSupplier one={one} row={row} page={page} />}
          </div>
        ),
      },
      col.text('remark', t('remark'), { width: 140 }),
      col.time('at', t('at'), { width: 140 }),
    ],
    [t, one, page],
  );
  return <LineTable label={t('inspections')} columns={columns} rows={rows} />;
}

/** Opens a return to the supplier with these units. */
function ToSupplier({ one, row, page }: { one: ReturnDetail; row: Inspection; page: string }): ReactNode {
  const { t } = useTranslation('returns');
  const item = one.items.find((known) => known.id === row.itemId);
  if (!item) return null;
  const { productId, warehouseId } = item;
  const input = { productId, warehouseId, condition: 'returned' as const, quantity: row.quantity };
  return <Link to={returnPath(page, { input, remark: one.number })}>{t('toSupplier')}</Link>;
}
