import { SETTLEMENT_FILE_STEPS, type SettlementFileState } from '@tradewind/contract/finance/settlement-files.ts';
import { defineDocument } from '../../../../core/documents.ts';

/** It has no number: its name is that of the file. */
export const fileDocument = defineDocument<SettlementFileState>({
  kind: 'settlement_file',
  prefix: '',
  transitions: SETTLEMENT_FILE_STEPS,
});
