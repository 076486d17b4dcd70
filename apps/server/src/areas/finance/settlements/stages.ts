import { DEBT_STAGES, type DebtStage } from '@tradewind/contract/finance.ts';
import { type Account, PLATFORM_DEBT } from '../ledger/accounts.ts';

/** The account of a stage: both are in the order in which money passes through them. */
export const debtAccount = (stage: DebtStage): Account => PLATFORM_DEBT[DEBT_STAGES.indexOf(stage)] ?? 'suspense';
