import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type DropOption, delDropListData, getDropLists, getSelectZoot } from '@tradewind/contract/settings.ts';
import { Button, Select, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { OptionForm } from '../option-form.tsx';

/** Lists are short, so the page shows the chosen one whole, in its order. */
export default function DropdownOptions(): ReactNode {
  const { t } = useTranslation('settings');
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const all = useCall(getDropLists, {});
  const lists = all.data?.lists ?? [];
  const zootId = search.get('list') ?? lists[0]?.zootId ?? '';
  const found = useCall(getSelectZoot, { zootId }, { enabled: zootId !== '' });
  const [form, setForm] = useState<{ option?: DropOption }>();
  const mayEdit = may(rights.dropdown.edit);
  const columns = useColumns(mayEdit ? (option) => setForm({ option }) : undefined);
  const error = all.error ?? found.error;
  if (error) return <PageError error={error} onRetry={() => void all.refetch()} />;
  const isEmpty = found.data?.list.length === 0;
  const add = may(rights.dropdown.add) && (
    <Button type="primary" icon={<PlusOutlined />} disabled={zootId === ''} onClick={() => setForm({})}>
      {t('option.add')}
    </Button>
  );
  return (
    <section className="tw-panel">
      <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap', marginBottom: 12 }}>
        <Select
          aria-label={t('option.lists')}
          style={{ width: 260, maxWidth: '100%' }}
          value={zootId || null}
          options={lists.map((list) => ({ value: list.zootId, label: `${list.title} (${list.options})` }))}
          onChange={(chosen: string) => setSearch({ list: chosen }, { replace: true })}
        />
        <span style={{ flex: 1 }} />
        {!isEmpty && add}
      </div>
      {!found.data ? (
        <Skeleton active />
      ) : isEmpty ? (
        <EmptyState title={t('option.none')} hint={t('option.noneHint')} action={add} />
      ) : (
        <LineTable label={t('option.lists')} columns={columns} rows={found.data.list} />
      )}
      {form && <OptionForm zootId={zootId} option={form.option} onClose={() => setForm(undefined)} />}
    </section>
  );
}

function useColumns(edit: ((option: DropOption) => void) | undefined): Column<DropOption>[] {
  const { t } = useTranslation('settings');
  const mayDelete = useMay()(rights.dropdown.delete);
  return useMemo<Column<DropOption>[]>(
    () => [
      {
        key: 'labelZh',
        title: t('option.zh'),
        width: 220,
        card: 'title',
        render: (row) => (
          <>
            <strong>{row.labelZh}</strong> {row.builtIn && <span className="tw-muted">{t('option.builtIn')}</span>}
          </>
        ),
      },
      col.text('labelEn', t('option.en'), { width: 200 }),
      { key: 'value', title: t('option.value'), width: 180, render: (row) => <code>{row.value}</code> },
      col.status(
        'state',
        t('option.state'),
        (row) => (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>{t(row.enabled ? 'option.on' : 'option.off')}</StatusTag>
        ),
        { width: 110 },
      ),
      {
        key: 'acts',
        title: '',
        card: 'line',
        width: 160,
        render: (row) => (
          <>
            {edit && (
              <Button type="link" size="small" onClick={() => edit(row)}>
                {t('action.edit')}
              </Button>
            )}
            {mayDelete && <Remove option={row} />}
          </>
        ),
      },
    ],
    [t, edit, mayDelete],
  );
}

function Remove({ option }: { option: DropOption }): ReactNode {
  const { t } = useTranslation('settings');
  const remove = useAct(delDropListData, {
    refresh: [getDropLists, getSelectZoot],
    onDone: ({ deleted, disabled }) =>
      toast.success(t('option.deletedMany', { deleted: deleted.length, disabled: disabled.length })),
  });
  return (
    <ConfirmDanger
      type="link"
      size="small"
      title={t('option.deleteTitle', { name: option.label })}
      consequence={t('option.deleteText')}
      verb={t('action.delete')}
      onConfirm={() => remove.mutateAsync({ ids: [option.id] })}
    />
  );
}
