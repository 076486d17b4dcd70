import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type CartonType, deleteCartonType, listCartonTypes, saveCartonType } from '@tradewind/contract/warehouse.ts';
import { Button, Skeleton, Space, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';

/** Carton types that packing suggests from. */
export function CartonsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const query = useCall(listCartonTypes, {});
  const [form, setForm] = useState<CartonType | 'new'>();
  const rows = query.data ?? [];
  return (
    <PageDrawer
      open
      size={560}
      title={t('carton.manage')}
      onClose={onClose}
      extra={
        may(rights.outbound.pack) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm('new')}>
            {t('carton.add')}
          </Button>
        )
      }
    >
      {isLost(query) ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton active />
      ) : rows.length === 0 ? (
        <EmptyState title={t('carton.none')} hint={t('carton.noneHint')} />
      ) : (
        <ul className="tw-rules">
          {rows.map((row) => (
            <CartonRow key={row.id} row={row} onEdit={() => setForm(row)} />
          ))}
        </ul>
      )}
      {form && <CartonForm row={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} />}
    </PageDrawer>
  );
}

function CartonRow({ row, onEdit }: { row: CartonType; onEdit: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const remove = useAct(deleteCartonType, { refresh: [listCartonTypes] });
  return (
    <li>
      <div>
        <strong>{row.name}</strong> {!row.enabled && <Tag>{t('carton.off')}</Tag>}
        <small className="tw-figure">
          {row.lengthMm} × {row.widthMm} × {row.heightMm} mm · {row.weightGrams} g
        </small>
      </div>
      {may(deleteCartonType) && (
        <Space size={4}>
          <Button size="small" onClick={onEdit}>
            {t('carton.editVerb')}
          </Button>
          <ConfirmDanger
            size="small"
            title={t('carton.deleteTitle', { name: row.name })}
            consequence={t('carton.deleteText')}
            verb={t('carton.delete')}
            onConfirm={() => remove.mutateAsync({ id: row.id })}
          >
            {t('carton.delete')}
          </ConfirmDanger>
        </Space>
      )}
    </li>
  );
}

function CartonForm({ row, onClose }: { row: CartonType | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const number = (name: 'lengthMm' | 'widthMm' | 'heightMm' | 'weightGrams' | 'maxWeightGrams', suffix: string) =>
    ({ kind: 'number', name, label: t(`carton.${name}`), suffix, half: true }) as const;
  return (
    <FormDrawer
      open
      title={row ? t('carton.edit', { name: row.name }) : t('carton.add')}
      call={saveCartonType}
      verb={t('carton.addVerb')}
      success={t('carton.saved')}
      refresh={[listCartonTypes]}
      initial={row ? { ...row } : { weightGrams: 0, enabled: true }}
      toInput={({ maxWeightGrams = null, ...values }) => ({
        ...values,
        maxWeightGrams,
        ...(row ? { id: row.id } : {}),
      })}
      fields={[
        { kind: 'text', name: 'name', label: t('carton.name') },
        number('lengthMm', 'mm'),
        number('widthMm', 'mm'),
        number('heightMm', 'mm'),
        { ...number('weightGrams', 'g'), required: true },
        number('maxWeightGrams', 'g'),
        { kind: 'switch', name: 'enabled', label: t('carton.enabled'), half: true },
      ]}
      onClose={onClose}
    />
  );
}
