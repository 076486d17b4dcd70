import { stopViewing } from '@tradewind/contract/access.ts';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { onShowPermissions } from '../../shell/permission-signal.ts';
import { startAnew } from '../../shell/session.ts';
import { useViewing } from './use-viewing.ts';
import './access.css';

const PermissionDrawer = lazy(() => import('./permission-drawer.tsx'));

export default function AccessSlot(): ReactNode {
  const [member, setMember] = useState<string>();
  const [observed, setOpened] = useState(false);
  useEffect(
    () =>
      onShowPermissions((shown) => {
        setOpened(true);
        setMember(shown);
      }),
    [],
  );
  return (
    <>
      <ViewingBar />
      <Suspense fallback={null}>
        {observed && <PermissionDrawer userLoginId={member} onClose={() => setMember(undefined)} />}
      </Suspense>
    </>
  );
}

/** A bar on every page while a main account views as a member; one click ends it. */
function ViewingBar(): ReactNode {
  const { t } = useTranslation('access');
  const { viewing } = useViewing();
  const stop = useAct(stopViewing, { onDone: startAnew });
  if (!viewing) return null;
  return (
    <div className="tw-viewing" role="status">
      <span>{t('viewing', viewing)}</span>
      <Button type="primary" loading={stop.isPending} onClick={() => stop.mutate({})}>
        {t('stop')}
      </Button>
    </div>
  );
}
