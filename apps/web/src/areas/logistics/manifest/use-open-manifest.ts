import type { InputOf } from '@tradewind/contract/call.ts';
import { listManifests, manifestTabs, openManifest, waitingForManifest } from '@tradewind/contract/logistics.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';

export type DesiredManifest = InputOf<typeof openManifest>;

/** Opens or continues today's manifest of a carrier, and shows it. */
export function useOpenManifest(): (desired: DesiredManifest) => void {
  const { t } = useTranslation('logistics');
  const navigate = useNavigate();
  const act = useAct(openManifest, {
    refresh: [listManifests, manifestTabs, waitingForManifest],
    onDone: ({ id, added }, { fill }) => {
      if (fill) toast.success(added > 0 ? t('manifest.added', { count: added }) : t('manifest.addedNone'));
      void navigate(`/logistics/manifest?open=${id}`);
    },
  });
  return (desired) => act.mutate(desired);
}
