import { stopViewing } from '@tradewind/contract/access.ts';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { onShowPermissions } from '../../shell/permission-signal.ts';
import { PermissionDrawer } from './permission-drawer.tsx';
import { restart } from './rights-tools.tsx';
import { useViewing } from './use-viewing.ts';
import './access.css';

export default function AccessSlot(): ReactNode {
  const [member, setMember] = useState<string>();
  useEffect(() => onShowPermissions(setMember), []);
  return (
    <>
      <ViewingBar />
      <PermissionDrawer userLoginId={member} onClose={() => setMember(undefined)} />
    </>
  );
}

/** Says on every page that the program is looked at as somebody else; one click ends it. */
function ViewingBar(): ReactNode {
  const { t } = useTranslation('access');
  const { viewing } = useViewing();
  const stop = useAct(stopViewing, { onDone: restart });
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
