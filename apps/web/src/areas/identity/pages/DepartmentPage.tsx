import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { deleteDepartment, getDepartmentList, getDeptIdsUser } from '@tradewind/contract/identity.ts';
import { Button, Skeleton, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { type Department, DepartmentForm } from '../department-form.tsx';
import { DepartmentTree } from '../department-tree.tsx';
import { PositionsPanel } from '../positions-panel.tsx';
import '../identity.css';

interface OpenForm {
  id?: number;
  parentId?: number;
}

export default function DepartmentPage(): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const tree = useCall(getDepartmentList, {});
  const [selectedId, setSelectedId] = useState<number>();
  const [form, setForm] = useState<OpenForm>();
  const rows = tree.data?.list ?? [];
  const selected = rows.find((row) => row.id === selectedId);
  const edited = rows.find((row) => row.id === form?.id);
  const isEmpty = tree.data !== undefined && rows.length === 0;
  const add = may(rights.department.add) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('department.add')}
    </Button>
  );
  return (
    <div className="tw-tree-page">
      <section className="tw-panel">
        <header>
          <h3>{t('department.title')}</h3>
          {!isEmpty && add}
        </header>
        {tree.isPending && <Skeleton active />}
        {tree.error && <PageError error={tree.error} onRetry={() => void tree.refetch()} />}
        {isEmpty && <EmptyState title={t('department.none')} hint={t('department.noneHint')} action={add} />}
        {rows.length > 0 && (
          <DepartmentTree
            departments={rows}
            selectedId={selectedId}
            movable={may(rights.department.edit)}
            onSelect={setSelectedId}
          />
        )}
        {rows.length > 1 && may(rights.department.edit) && <p className="tw-muted">{t('department.drag')}</p>}
      </section>
      <div>
        <Chosen department={selected} onForm={setForm} />
        <PositionsPanel />
      </div>
      {form && (
        <DepartmentForm
          key={`${form.id ?? 0}/${edited?.version ?? 0}`}
          department={edited}
          parentId={form.parentId}
          onReload={() => void tree.refetch()}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  );
}

function Chosen({
  department,
  onForm,
}: {
  department: Department | undefined;
  onForm: (form: OpenForm) => void;
}): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const remove = useAct(deleteDepartment, { refresh: [getDepartmentList], success: t('department.removed') });
  if (!department)
    return (
      <section className="tw-panel">
        <EmptyState title={t('department.pick')} />
      </section>
    );
  const { id, name } = department;
  return (
    <section className="tw-panel">
      <header>
        <h3>
          {name}{' '}
          <small className="tw-muted">
            {department.supervisorName && `${t('department.supervisor')}: ${department.supervisorName}`}
          </small>
        </h3>
        <Space wrap>
          {may(rights.department.add) && (
            <Button onClick={() => onForm({ parentId: id })}>{t('department.addBelow')}</Button>
          )}
          {may(rights.department.edit) && <Button onClick={() => onForm({ id })}>{t('department.edit')}</Button>}
          {may(deleteDepartment) && (
            <ConfirmDanger
              title={t('department.removeTitle', { name })}
              consequence={t('department.removeText')}
              verb={t('department.remove')}
              reason={department.membersBelow > 0 ? t('department.hasMembers') : undefined}
              onConfirm={() => remove.mutateAsync({ id })}
            />
          )}
        </Space>
      </header>
      <Members departmentId={id} />
    </section>
  );
}

function Members({ departmentId }: { departmentId: number }): ReactNode {
  const { t } = useTranslation('identity');
  const members = useCall(getDeptIdsUser, { deptIds: [departmentId] });
  if (members.isPending) return <Skeleton active />;
  if (members.error) return <PageError error={members.error} onRetry={() => void members.refetch()} />;
  const rows = members.data.list;
  if (rows.length === 0) return <EmptyState title={t('department.noMembers')} hint={t('department.noMembersHint')} />;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            {row.userName} <small className="tw-muted">{row.userLoginId}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
