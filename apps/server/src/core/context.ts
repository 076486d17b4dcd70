export type Language = 'zh' | 'en';

/** Who acts: a signed-in user, or the program itself (a job, a rule) in a company's name. */
export interface Actor {
  /** 0 where the program acts by itself. */
  userId: number;
  /** userLoginId, or the name of the job. */
  name: string;
  mainAccount: boolean;
}

/** What the actor may do and see. Exports, jobs and the open API take the same path as pages. */
export interface Rights {
  /** Main accounts and the program itself. */
  all: boolean;
  modules: ReadonlySet<number>;
  /** "201:edit" */
  buttons: ReadonlySet<string>;
  /** seeCost, seeBuyer, export */
  base: ReadonlySet<string>;
  /** null: all of the company's. */
  shopIds: readonly number[] | null;
  warehouseIds: readonly number[] | null;
  /** Modules that the company's plan leaves out, whatever else is granted. */
  locked?: ReadonlySet<number>;
}

const EVERYTHING: Rights = {
  all: true,
  modules: new Set(),
  buttons: new Set(),
  base: new Set(),
  shopIds: null,
  warehouseIds: null,
};

export function mayPress(rights: Rights, moduleId: number, button?: string): boolean {
  if (rights.locked?.has(moduleId)) return false;
  return (
    rights.all ||
    (rights.modules.has(moduleId) && (button === undefined || rights.buttons.has(`${moduleId}:${button}`)))
  );
}

export function maySee(rights: Rights, permission: 'seeCost' | 'seeBuyer' | 'export'): boolean {
  return rights.all || rights.base.has(permission);
}

/**
 * What every service gets first: whose data, who acts, in which language, what time it is. Built once a request by the
 * session guard, or by `systemContext` for a job.
 */
export interface Ctx {
  companyId: number;
  actor: Actor;
  rights: Rights;
  language: Language;
  requestId: string;
  /** The main account that looks at the program as this actor: the database refuses to write. */
  viewer?: Actor;
  now(): Date;
}

export function systemContext(companyId: number, name: string, requestId = name): Ctx {
  return {
    companyId,
    actor: { userId: 0, name, mainAccount: true },
    rights: EVERYTHING,
    language: 'zh',
    requestId,
    now: () => new Date(),
  };
}
