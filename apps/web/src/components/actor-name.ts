import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Jobs and rules act automatically, under their own names. */
const PROGRAM =
  /^(channels|orders|returns|logistics|finance|warehouse|stock|core|integrity|demo|procurement)\.[\w/]+$/i;

/** How a page calls who acted: a person by name, and the program as such. */
export function useActorName(): (actor: string) => string {
  const { t } = useTranslation();
  return useCallback((actor) => (PROGRAM.test(actor) ? t('history.program') : actor), [t]);
}
