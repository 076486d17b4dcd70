import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';

export interface Description {
  facts: { label: string; value: string }[];
  lines: { title: string; detail: string; quantity: string; part?: { lineId: number; quantity: number } }[];
}

/** A kind of document that can need approval. Its area registers it and gets the result. */
export interface Approvable {
  docKind: string;
  /** The module whose settings apply. */
  moduleId: number;
  /** A further kind of its module: it follows the same settings, and the module's name and id mean the first kind. */
  beside?: true;
  title: readonly [zh: string, en: string];
  /** The amount consists of costs: show it only to users who may see costs. */
  amountIsCost?: boolean;
  /** The page of the document; null: the approval shows everything. */
  path?(docId: number): string | null;
  /** What the approver needs to know, in their language. */
  describe(tx: Tx, language: Language, docId: number): Promise<Description>;
  /** Lowers what is approved of lines, before an approval in the same transaction. Without it nothing is approved in part. */
  reduce?(tx: Tx, docId: number, quantities: readonly { lineId: number; quantity: number }[]): Promise<void>;
  /** In the transaction of the last approval: throwing refuses it. */
  onAudited(tx: Tx, docId: number): Promise<void>;
  onRejected(tx: Tx, docId: number, remark: string): Promise<void>;
  /** Set it if a withdrawal differs from a rejection. */
  onWithdrawn?(tx: Tx, docId: number): Promise<void>;
}

const byKind = new Map<string, Approvable>();
const byModule = new Map<number, Approvable>();

export function registerApprovable(approvable: Approvable): void {
  if (byKind.has(approvable.docKind) || (!approvable.beside && byModule.has(approvable.moduleId)))
    throw new Error(`Approvals of ${approvable.docKind} are registered twice`);
  byKind.set(approvable.docKind, approvable);
  if (!approvable.beside) byModule.set(approvable.moduleId, approvable);
}

export const approvableOf = (docKind: string): Approvable | undefined => byKind.get(docKind);
export const approvableOfModule = (moduleId: number): Approvable | undefined => byModule.get(moduleId);
/** One for each module. */
export const approvables = (): readonly Approvable[] => [...byModule.values()];
export const titleOf = (approvable: Approvable | undefined, language: Language): string =>
  approvable?.title[language === 'zh' ? 0 : 1] ?? '';
