import { defineHook } from '../../core/hooks.ts';

export interface Swap {
  oldUserId: number;
  newUserId: number;
  /** The same transaction deletes the old account at its end. */
  deleteOld: boolean;
  /** What moved, for the person who asked: "waves" -> 3. Listeners add to it. */
  moved: Map<string, number>;
}

/** One user takes over from another: areas above move open work. Finished work keeps its author. */
export const userSwapping = defineHook<Swap>();

/** Before a user is deleted: areas above delete the user's rows, or refuse if work waits for them. */
export const userRemoving = defineHook<{ userId: number; userLoginId: string }>();

/** Before an account is added or enabled: the plan may refuse. `users`: how many are then enabled. */
export const usersGrowing = defineHook<{ users: number }>();

/** Before a department is deleted: areas above refuse if something of theirs belongs to it. */
export const departmentRemoving = defineHook<{ departmentId: number; name: string }>();
