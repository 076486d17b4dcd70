import { Decimal } from '../../core/money.ts';

export interface Level {
  level: number;
  approverId: number;
  reviewerId: number | null;
  amountFrom: string;
}

export interface PlannedStep {
  level: number;
  role: 'reviewer' | 'approver';
  userId: number;
}

/**
 * The steps of a document: of each level that its amount reaches first the reviewer, then the approver. A document
 * without an amount goes through all levels. Nobody stands in their own way: a reviewer who is the author or approves
 * the same level anyway is left out, an author's step as approver goes to `instead`.
 */
export function planSteps(
  levels: readonly Level[],
  amount: string | null,
  authorId: number,
  instead: number,
): PlannedStep[] {
  const reached = levels
    .filter((level) => amount === null || new Decimal(amount).abs().gte(level.amountFrom))
    .toSorted((a, b) => a.level - b.level);
  return reached.flatMap(({ level, approverId, reviewerId }): PlannedStep[] => {
    const approver = approverId === authorId ? instead : approverId;
    const reviewed = reviewerId !== null && reviewerId !== authorId && reviewerId !== approver;
    return [
      ...(reviewed ? [{ level, role: 'reviewer' as const, userId: reviewerId }] : []),
      { level, role: 'approver', userId: approver },
    ];
  });
}
