import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { deletePapers, listPapers, type PaperRow } from '@tradewind/contract/catalog.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { RowActs } from '../../../components/row-acts.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useCountryChoices } from './countries.ts';
import { PAPER_CALLS } from './paper-calls.ts';
import { PaperForm } from './paper-form.tsx';

const TONES = { valid: 'good', soon: 'warn', expired: 'bad', upcoming: 'info' } as const;

/** The compliance papers of a product. */
export function PapersPart({ productId }: { productId: number }): ReactNode {
  const { t } = useTranslation('catalog');
  const mayEdit = useMay()(rights.product.edit);
  const found = useCall(listPapers, { productId });
  /** The id of the paper that is edited: a new one becomes that, so that files can be attached. */
  const [form, setForm] = useState<number | 'new'>();
  const columns = useColumns(mayEdit ? setForm : undefined);
  const rows = found.data?.list ?? [];
  const add = mayEdit && (
    <Button icon={<PlusOutlined />} onClick={() => setForm('new')}>
      {t('papers.add')}
    </Button>
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className="tw-papers">
      <div className="tw-papers-bar">
        <p className="tw-muted">{t('papers.hint')}</p>
        {rows.length > 0 && add}
      </div>
      <LineTable
        label={t('papers.title')}
        columns={columns}
        rows={rows}
        skeleton={found.isPending ? 2 : 0}
        empty={<EmptyState title={t('papers.none')} action={add} />}
      />
      {form !== undefined && (
        <PaperForm
          productId={productId}
          paper={rows.find((row) => row.id === form)}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  );
}

function useColumns(onEdit: ((id: number) => void) | undefined): Column<PaperRow>[] {
  const { t } = useTranslation('catalog');
  const { nameOf } = useCountryChoices();
  return useMemo<Column<PaperRow>[]>(
    () => [
      col.text('kind', t('papers.kind'), {
        of: (row: PaperRow) => t(`papers.kinds.${row.kind}`),
        width: 130,
        card: 'title',
      }),
      col.status(
        'state',
        t('state'),
        (row) => <StatusTag tone={TONES[row.state]}>{t(`papers.states.${row.state}`)}</StatusTag>,
        { width: 100 },
      ),
      col.text('country', t('papers.country'), {
        of: (row: PaperRow) => (row.country === '*' ? t('papers.everywhere') : nameOf(row.country)),
        width: 100,
      }),
      col.code('number', t('papers.number'), { width: 110 }),
      col.code('expiresOn', t('papers.expiresOn'), {
        of: (row: PaperRow) => row.expiresOn ?? t('papers.endless'),
        width: 96,
      }),
      col.qty('files', t('papers.files'), { width: 56 }),
      ...(onEdit ? [col.own<PaperRow>('acts', '', (row) => <Acts row={row} onEdit={onEdit} />, { width: 92 })] : []),
    ],
    [t, nameOf, onEdit],
  );
}

function Acts({ row, onEdit }: { row: PaperRow; onEdit: (id: number) => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const remove = useAct(deletePapers, { refresh: PAPER_CALLS, success: t('papers.deleted') });
  const name = [t(`papers.kinds.${row.kind}`), row.number].filter(Boolean).join(' ');
  return (
    <RowActs
      of={name}
      onEdit={() => onEdit(row.id)}
      title={t('papers.deleteTitle', { name })}
      consequence={t('papers.deleteText')}
      onDelete={() => remove.mutateAsync({ ids: [row.id] })}
    />
  );
}
