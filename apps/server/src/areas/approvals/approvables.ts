import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';

export interface Description {
  facts: { label: string; value: string }[];
  lines: { title: string; detail: string; quantity: string }[];
}

/** A kind of document that can go through approval. Its area registers it and hears what comes of it. */
export interface Approvable {
  docKind: string;
  /** The module whose settings hold; one kind of document a module. */
  moduleId: number;
  title: readonly [zh: string, en: string];
  /** The amount is made of costs: only for those who may see them. */
  amountIsCost?: boolean;
  /** The page that shows the document; null: the approval shows all there is. */
  path?(docId: number): string | null;
  /** What an approver has to know, in their language. */
  describe(tx: Tx, language: Language, docId: number): Promise<Description>;
  /** In the transaction of the last approval: throwing refuses it. */
  onAudited(tx: Tx, docId: number): Promise<void>;
  onRejected(tx: Tx, docId: number, remark: string): Promise<void>;
  /** Where a withdrawal is something else than a rejection. */
  onWithdrawn?(tx: Tx, docId: number): Promise<void>;
}

const byKind = new Map<string, Approvable>();
const byModule = new Map<number, Approvable>();

export function registerApprovable(approvable: Approvable): void {
  if (byKind.has(approvable.docKind) || byModule.has(approvable.moduleId))
    throw new Error(`Approvals of ${approvable.docKind} are registered twice`);
  byKind.set(approvable.docKind, approvable);
  byModule.set(approvable.moduleId, approvable);
}

export const approvableOf = (docKind: string): Approvable | undefined => byKind.get(docKind);
export const approvableOfModule = (moduleId: number): Approvable | undefined => byModule.get(moduleId);
export const approvables = (): readonly Approvable[] => [...byKind.values()];
export const titleOf = (approvable: Approvable | undefined, language: Language): string =>
  approvable?.title[language === 'zh' ? 0 : 1] ?? '';
