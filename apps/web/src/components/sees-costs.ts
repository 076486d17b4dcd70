import { useUser } from '../shell/session.ts';

/** Whether the user may see cost prices: also values of stock, profits, and prices and bank details of suppliers. */
export function useSeesCosts(): boolean {
  const { permissions, mainAccount } = useUser();
  return mainAccount || permissions.includes('seeCost');
}
