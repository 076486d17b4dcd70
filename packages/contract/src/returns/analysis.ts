import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { day, defineCall, exportCall, id, list } from '../call.ts';

export const returnAnalysisFilter = z.strictObject({ from: day(), to: day(), shopIds: list(id(), 200).optional() });
export type AnalysisFilter = z.output<typeof returnAnalysisFilter>;

const analysisRow = z.object({
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  reason: z.string(),
  returns: z.number(),
  units: z.number(),
  /** Units of the product that were shipped in the period. */
  shipped: z.number(),
  /** units / shipped, 0..; null where none was shipped in the period. */
  rate: z.number().nullable(),
  /** Of all returned units of the period, 0..1. */
  share: z.number(),
});
export type ReturnAnalysisRow = z.output<typeof analysisRow>;
export const returnAnalysis = defineCall({
  method: 'GET',
  path: '/seller/returns/analysis',
  access: [rights.salesReturn.view],
  summary: 'Returns the reasons for returns in a period of up to one year, by product and reason, most units first.',
  input: returnAnalysisFilter,
  result: z.object({
    rows: z.array(analysisRow),
    reasons: z.array(z.object({ reason: z.string(), returns: z.number(), units: z.number() })),
    units: z.number(),
  }),
});
export const exportReturnAnalysis = exportCall(
  '/seller/returns/exportAnalysis',
  [rights.salesReturn.export],
  'Exports the return analysis to an Excel file in the background.',
  z.strictObject({ filter: returnAnalysisFilter }),
);
