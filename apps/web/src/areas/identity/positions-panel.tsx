import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { deletePosition, getComPosition } from '@tradewind/contract/identity.ts';
import { Button, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageError } from '../../components/page-error.tsx';
import { PositionForm } from './department-form.tsx';

export function PositionsPanel(): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const positions = useCall(getComPosition, {});
  const [form, setForm] = useState<{ position?: { id: number; name: string } }>();
  const remove = useAct(deletePosition, { refresh: [getComPosition], success: t('position.removed') });
  const rows = positions.data?.list ?? [];
  return (
    <section className="tw-panel tw-positions">
      <header>
        <h3>{t('position.title')}</h3>
        {may(rights.department.add) && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => setForm({})}>
            {t('position.add')}
          </Button>
        )}
      </header>
      {positions.error && <PageError error={positions.error} onRetry={() => void positions.refetch()} />}
      {positions.data && rows.length === 0 && <EmptyState title={t('position.none')} />}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.name} <small className="tw-muted">{t('department.membersOf', { count: row.members })}</small>
            </span>
            <Space size={4}>
              {may(rights.department.edit) && (
                <Button type="text" size="small" onClick={() => setForm({ position: row })}>
                  {t('department.edit')}
                </Button>
              )}
              {may(deletePosition) && (
                <ConfirmDanger
                  type="text"
                  size="small"
                  title={t('position.removeTitle', { name: row.name })}
                  consequence={t('position.removeText')}
                  verb={t('department.remove')}
                  reason={row.members > 0 ? t('position.inUse') : undefined}
                  onConfirm={() => remove.mutateAsync({ id: row.id })}
                />
              )}
            </Space>
          </li>
        ))}
      </ul>
      {form && <PositionForm position={form.position} onClose={() => setForm(undefined)} />}
    </section>
  );
}
