import { EditOutlined } from '@ant-design/icons';
import { type DeclaredLine, mayAct, orderCustoms, saveOrderCustoms } from '@tradewind/contract/orders.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money, None } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CustomsForm } from './customs-form.tsx';
import type { Order } from './order.ts';

/** What the order declares for its goods, and where each value comes from. */
export function CustomsTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const mayEdit = useMay()(saveOrderCustoms);
  const late = mayAct('editCustoms', order) ? undefined : t('customs.late');
  const found = useCall(orderCustoms, { id: order.id });
  const [editing, setEditing] = useState<DeclaredLine>();
  const columns = useColumns(found.data?.country ?? '', mayEdit ? setEditing : undefined, late);
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <p className="tw-muted">{t(found.data?.abroad === false ? 'customs.atHome' : 'customs.hint')}</p>
      <LineTable
        label={t('tab.customs')}
        columns={columns}
        rows={found.data?.list ?? []}
        keyOf={({ lineId, productId }) => `${lineId} ${productId}`}
        skeleton={found.isPending ? 2 : 0}
        empty={<EmptyState title={t('customs.none')} />}
      />
      {editing && <CustomsForm order={order} line={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

type Field = keyof DeclaredLine['sources'];

/** A value with its source below it. */
function Sourced({ line, field, country, children }: SourcedProps): ReactNode {
  const { t } = useTranslation('orders');
  const source = line.sources[field];
  return (
    <div className="tw-two-lines">
      <span>{children || <None />}</span>
      {children && source && (
        <small className={source === 'line' ? 'tw-customs-own' : 'tw-muted'}>
          {t(`customs.from.${source}`, { country })}
        </small>
      )}
    </div>
  );
}
interface SourcedProps {
  line: DeclaredLine;
  field: Field;
  country: string;
  children: ReactNode;
}

function useColumns(
  country: string,
  onEdit: ((line: DeclaredLine) => void) | undefined,
  late: string | undefined,
): Column<DeclaredLine>[] {
  const { t } = useTranslation('orders');
  return useMemo(() => {
    const own = (field: Field, title: string, width: number, show: (line: DeclaredLine) => ReactNode) =>
      col.own<DeclaredLine>(
        field,
        title,
        (line) => (
          <Sourced line={line} field={field} country={country}>
            {show(line)}
          </Sourced>
        ),
        { width },
      );
    return [
      col.own<DeclaredLine>(
        'sku',
        t('customs.goods'),
        ({ sku, quantity }) => (
          <span className="tw-figure">
            {sku} <small>× {quantity}</small>
          </span>
        ),
        { width: 124, card: 'title' },
      ),
      own('nameEn', t('customs.nameEn'), 146, (line) => line.nameEn),
      own('nameZh', t('customs.nameZh'), 120, (line) => line.nameZh),
      own('hsCode', t('customs.hsCode'), 112, (line) => line.hsCode),
      own('origin', t('customs.origin'), 96, (line) => line.origin),
      own('valueUsd', t('customs.value'), 110, (line) =>
        line.valueUsd ? <Money amount={line.valueUsd} currency="USD" /> : null,
      ),
      ...(onEdit
        ? [
            col.own<DeclaredLine>(
              'edit',
              '',
              (line) => (
                <ActionButton
                  type="text"
                  icon={<EditOutlined />}
                  aria-label={`${t('customs.edit')} ${line.sku}`}
                  reason={late}
                  onClick={() => onEdit(line)}
                />
              ),
              { width: 48 },
            ),
          ]
        : []),
    ];
  }, [t, country, onEdit, late]);
}
