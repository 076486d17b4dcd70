import { Tabs } from 'antd';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DepartmentsPanel } from '../departments-panel.tsx';
import { MembersPanel } from '../members-panel.tsx';
import PermissionDrawer from '../permission-drawer.tsx';
import { RolesPanel } from '../roles-panel.tsx';
import { WhoPanel } from '../who-panel.tsx';
import '../access.css';

/** `?user=<login id>` opens the rights of that member. */
export default function PermissionPage(): ReactNode {
  const { t } = useTranslation('access');
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (name: string, value: string | undefined) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const [member, setMember] = useState<string>();
  const linked = params.get('user');
  // The link is used up, so that Back does not open the drawer again.
  useEffect(() => {
    if (!linked) return;
    setMember(linked);
    set('user', undefined);
  }, [linked, set]);
  return (
    <section className="tw-panel">
      <Tabs
        activeKey={params.get('tab') ?? 'members'}
        onChange={(tab) => set('tab', tab)}
        items={[
          { key: 'members', label: t('members'), children: <MembersPanel onOpen={setMember} /> },
          { key: 'roles', label: t('roles'), children: <RolesPanel /> },
          { key: 'departments', label: t('departments'), children: <DepartmentsPanel /> },
          { key: 'who', label: t('whoTitle'), children: <WhoPanel /> },
        ]}
      />
      <PermissionDrawer userLoginId={member} onClose={() => setMember(undefined)} />
    </section>
  );
}
