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
 * The steps of a document: reviewer, then approver, of each level that its amount reaches. A document without an amount
 * passes all levels. Leaves out a reviewer who is the author or also approves the level. If the author is the approver,
 * the step goes to `instead`.
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
