import { getDepartmentScope, saveDepartmentScope } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getDepartmentList } from '@tradewind/contract/identity.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/errors.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useDiscard } from '../../components/use-discard.ts';
import { useUnsaved } from '../../shell/unsaved.ts';
import { PlacePicker } from './place-picker.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

type Department = ResultOf<typeof getDepartmentList>['list'][number];

export function DepartmentsPanel(): ReactNode {
  const { t } = useTranslation('access');
  const departments = useCall(getDepartmentList, {});
  const [open, setOpen] = useState<number>();
  const columns = useMemo<Column<Department>[]>(
    () => [
      {
        key: 'name',
        title: t('ofDepartment'),
        width: 240,
        narrow: 130,
        card: 'title',
        render: (row) => <span style={{ paddingLeft: row.depth * 16 }}>{row.name}</span>,
      },
      col.qty('members', t('person'), { narrow: 64 }),
      {
        key: 'actions',
        title: t('actions'),
        width: 130,
        narrow: 110,
        render: (row) => (
          <Button type="link" size="small" onClick={() => setOpen(row.id)}>
            {t('data')}
          </Button>
        ),
      },
    ],
    [t],
  );
  if (departments.error) return <PageError error={departments.error} onRetry={() => void departments.refetch()} />;
  if (departments.data?.list.length === 0)
    return <EmptyState title={t('noDepartments')} hint={t('noDepartmentsHint')} />;
  return (
    <>
      <LineTable<Department>
        cards={false}
        label={t('departments')}
        columns={columns}
        rows={departments.data?.list ?? []}
        skeleton={departments.data ? 0 : 3}
      />
      {open !== undefined && <ScopeDrawer key={open} departmentId={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ScopeDrawer({ departmentId, onClose }: { departmentId: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('access');
  const scope = useCall(getDepartmentScope, { departmentId }, { staleMs: 0 });
  const [changed, setChanged] = useState<{ shopIds: number[]; warehouseIds: number[] }>();
  const [asking, setAsking] = useState(false);
  useUnsaved(changed !== undefined);
  const save = useAct(saveDepartmentScope, {
    refresh: [getDepartmentScope],
    success: t('scopeSaved'),
    errors: 'form',
    onDone: onClose,
  });
  const it = scope.data;
  const now = changed ?? { shopIds: it?.shopIds ?? [], warehouseIds: it?.warehouseIds ?? [] };
  const confirm = async () => {
    try {
      await save.mutateAsync({ departmentId, ...now, stamp: it?.stamp });
    } catch (thrown) {
      const error = asApiError(thrown);
      toast.error(error);
      setAsking(false);
      if (error.conflict) void scope.refetch();
    }
  };
  const close = useDiscard(changed !== undefined, onClose);
  return (
    <PageDrawer
      open
      size={720}
      title={t('scopeTitle', { name: it?.name ?? '' })}
      onClose={close}
      footer={
        <div className="tw-form-foot">
          <Button onClick={close}>{t('action.cancel')}</Button>
          <Button type="primary" disabled={!changed} onClick={() => setAsking(true)}>
            {t('scopeSave')}
          </Button>
        </div>
      }
    >
      {scope.error && <PageError error={scope.error} />}
      {scope.isLoading && <Skeleton active />}
      {it && (
        <div className="tw-rights-scope">
          <PlacePicker
            title={t('shops')}
            places={it.shops}
            value={now.shopIds}
            onChange={(shopIds) => setChanged({ ...now, shopIds })}
          />
          <PlacePicker
            title={t('warehouses')}
            places={it.warehouses}
            value={now.warehouseIds}
            onChange={(warehouseIds) => setChanged({ ...now, warehouseIds })}
          />
        </div>
      )}
      {asking && (
        <PreviewDialog
          change={{ kind: 'department', departmentId, ...now }}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </PageDrawer>
  );
}
