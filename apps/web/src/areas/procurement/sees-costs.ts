import { useUser } from '../../shell/session.ts';

/** Whether the user may see cost prices, and with them bank details and prices of suppliers. */
export function useSeesCosts(): boolean {
  const { permissions, mainAccount } = useUser();
  return mainAccount || permissions.includes('seeCost');
}
