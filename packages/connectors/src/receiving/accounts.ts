import { countryCode } from '../places.ts';
import type { AccountBalance, ReceivingAccount } from './connector.ts';

const STATES: Readonly<Record<string, ReceivingAccount['status']>> = {
  ACTIVE: 'ACTIVE',
  NORMAL: 'ACTIVE',
  CLOSED: 'CLOSED',
  INACTIVE: 'CLOSED',
};

/** The last four characters after asterisks. */
const masked = (number: string): string => `****${number.replace(/\s/g, '').slice(-4)}`;

/** A bank account as a provider describes it; what it leaves out stays out. */
export function receivingAccount(one: {
  id: string;
  currency: string;
  country?: string | undefined;
  bankName?: string | undefined;
  number?: string | undefined;
  holder?: string | undefined;
  platform?: string | undefined;
  shop?: string | undefined;
  status?: string | undefined;
}): ReceivingAccount {
  const country = countryCode(one.country);
  return {
    externalId: one.id,
    type: 'RECEIVING',
    currency: one.currency,
    ...(country ? { country } : {}),
    ...(one.bankName ? { bankName: one.bankName } : {}),
    ...(one.number ? { accountNoMasked: masked(one.number) } : {}),
    ...(one.holder ? { holder: one.holder } : {}),
    ...(one.platform ? { platform: one.platform } : {}),
    ...(one.shop ? { shop: one.shop } : {}),
    status: STATES[(one.status ?? 'ACTIVE').toUpperCase()] ?? 'PENDING',
  };
}

/** The balance of a currency as an account. */
export const walletOf = ({
  externalId,
  currency,
}: Pick<AccountBalance, 'externalId' | 'currency'>): ReceivingAccount => ({
  ...{ externalId, currency, type: 'WALLET', status: 'ACTIVE' },
});
