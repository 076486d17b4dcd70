import { moduleOf, type Right } from '@tradewind/contract/access/modules.ts';
import type { Access } from '@tradewind/contract/call.ts';

export type Language = 'zh' | 'en';

/** The actor: a signed-in user, or the program itself (a job, a rule) in the name of a company. */
export interface Actor {
  /** 0 if the program acts. */
  userId: number;
  /** What others see of them: the person's name, or the name of the job. */
  name: string;
  /** What they sign in with; undefined if the program acts. */
  userLoginId?: string;
  mainAccount: boolean;
}

/** The rights and the data scope of the actor. Exports, jobs and the open API take the same path as pages. */
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
  /** Modules outside the company's plan, whatever rights exist. */
  locked?: ReadonlySet<number>;
}

/** Who looks around in a sample company, in their own company. */
export interface Visitor {
  companyId: number;
  actor: Actor;
}

const EVERYTHING: Rights = {
  all: true,
  modules: new Set(),
  buttons: new Set(),
  base: new Set(),
  shopIds: null,
  warehouseIds: null,
};

/** Whether the plan includes the module and the actor has the right. */
export function mayPress(rights: Rights, right: Right): boolean {
  const module = moduleOf(right);
  if (rights.locked?.has(module)) return false;
  return rights.all || (rights.modules.has(module) && (!right.includes(':') || rights.buttons.has(right)));
}

export const mayPressAny = (rights: Rights, any: readonly Right[]): boolean =>
  any.some((right) => mayPress(rights, right));

/** Whether a signed-in user may make a call with this access rule. */
export const permits = (access: Access, rights: Rights): boolean =>
  typeof access === 'string' || mayPressAny(rights, access);

export function maySee(rights: Rights, permission: 'seeCost' | 'seeBuyer' | 'export'): boolean {
  return rights.all || rights.base.has(permission);
}

/**
 * The first argument of every service: company, actor, language and time. The session guard builds it once a request,
 * `systemContext` for a job.
 */
export interface Ctx {
  /** A sample company while somebody looks around in it. */
  companyId: number;
  actor: Actor;
  rights: Rights;
  language: Language;
  requestId: string;
  /** The main account that views the program as this actor: the database refuses to write. */
  viewer?: Actor;
  visitor?: Visitor;
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
