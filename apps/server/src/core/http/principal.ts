import type { Actor, Language, Rights, Visitor } from '../context.ts';

/** The owner of a token. Comes from a cache that empties the moment a session, user or right changes. */
export interface Principal {
  companyId: number;
  actor: Actor;
  rights: Rights;
  language: Language;
  /** Why only calls for every signed-in user are permitted, e.g. an expired password. */
  refusal?: string;
  /** The user has yet to set up two-step sign-in: even of those, only calls that say so are permitted. */
  settingUp?: boolean;
  /** The main account that views the program as this user: nothing may change. */
  viewer?: Actor;
  /** Who acts here as the main account of a sample company. */
  visitor?: Visitor;
}
